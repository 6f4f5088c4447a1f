import { CLIENT_SIGNER } from '../../api/kinds/certificates/certificate-signing-request/signers'
import { decodeText } from '../../machinery/base64'
import { MASTERS_GROUP } from '../../machinery/user'
import { messageOf } from '../../machinery/message-of'
import { parseRequestPem } from '../../pki/request'
import type { AdmissionPlugin } from '../plugin'
import { isAbout, refused, SIGNING_REQUESTS } from '../shared/request'
import { signerOf } from '../shared/signers'

/** Refuses certificates that would make their holder a cluster administrator (admission document, CertificateSubjectRestriction). */
export const certificateSubjectRestriction = (): AdmissionPlugin => ({
  name: 'CertificateSubjectRestriction',
  operations: ['CREATE'],
  validate(request) {
    const { object } = request
    if (!object || !isAbout(request, SIGNING_REQUESTS) || signerOf(object) !== CLIENT_SIGNER) return
    const { request: encoded = '' } = object.spec as { request?: string }
    let groups: readonly string[]
    try {
      groups = parseRequestPem(decodeText(encoded)).subject.organizations
    } catch (error) {
      throw refused(request, `the certificate request can't be read: ${messageOf(error)}`)
    }
    if (groups.includes(MASTERS_GROUP))
      throw refused(request, `use of ${CLIENT_SIGNER} signer with ${MASTERS_GROUP} group is not allowed`)
  },
})
