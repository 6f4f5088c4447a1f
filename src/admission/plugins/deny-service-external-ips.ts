import type { ApiObject } from '../../machinery/object'
import type { AdmissionPlugin } from '../plugin'
import { isAbout, refused, SERVICES } from '../shared/request'

const addressesOf = (object: ApiObject | undefined): readonly string[] =>
  (object?.spec as { externalIPs?: string[] } | undefined)?.externalIPs ?? []

/** Refuses new external IPs of services; existing ones may stay (admission document, DenyServiceExternalIPs). */
export const denyServiceExternalIps = (): AdmissionPlugin => ({
  name: 'DenyServiceExternalIPs',
  operations: ['CREATE', 'UPDATE'],
  validate(request) {
    if (!isAbout(request, SERVICES)) return
    const before = addressesOf(request.oldObject)
    if (!addressesOf(request.object).every((address) => before.includes(address)))
      throw refused(request, 'external addresses of services are denied by admission control')
  },
})
