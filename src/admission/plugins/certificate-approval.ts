import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { isAbout, refused, SIGNING_REQUESTS } from '../shared/request'
import { maySigner, signerOf } from '../shared/signers'

/** Who approves must be allowed to for the request's signer (admission document, CertificateApproval). */
export const certificateApproval = ({ authorizer }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'CertificateApproval',
  operations: ['UPDATE'],
  async validate(request) {
    if (!isAbout(request, SIGNING_REQUESTS, 'approval')) return
    // The stored signer decides: the body can't choose an easier one.
    const signer = signerOf(request.oldObject)
    if (!(await maySigner(authorizer, request.user, 'approve', signer)))
      throw refused(request, `user not permitted to approve requests with signerName "${signer}"`)
  },
})
