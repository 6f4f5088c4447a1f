import type { AdmissionPlugin, AdmissionRequest } from '../plugin'
import { refused } from '../shared/request'

const refuse = (request: AdmissionRequest): never => {
  throw refused(request, 'admission control is denying all modifications')
}

/** Denies every request (admission document, AlwaysDeny). */
export const alwaysDeny = (): AdmissionPlugin => ({
  name: 'AlwaysDeny',
  operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'],
  admit: refuse,
  validate: refuse,
})
