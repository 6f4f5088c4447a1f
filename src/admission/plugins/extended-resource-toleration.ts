import { isExtended } from '../../api/kinds/shared/resources'
import type { AdmissionPlugin } from '../plugin'
import { podSpecIn } from '../shared/pods'
import { addToleration } from '../shared/tolerations'

/** Adds tolerations for requested extended resources to pods (admission document, ExtendedResourceToleration). */
export const extendedResourceToleration = (): AdmissionPlugin => ({
  name: 'ExtendedResourceToleration',
  operations: ['CREATE', 'UPDATE'],
  admit(request) {
    const spec = podSpecIn(request)
    if (!spec) return
    const asked = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].flatMap(({ resources }) =>
      Object.keys(resources?.requests ?? {}),
    )
    for (const key of [...new Set(asked)].filter(isExtended).sort())
      addToleration(spec, { key, operator: 'Exists', effect: 'NoSchedule' })
  },
})
