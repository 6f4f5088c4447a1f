import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { isAbout, refused, SIGNING_REQUESTS } from '../shared/request'
import { maySigner, signerOf } from '../shared/signers'

/** Approving a certificate request requires permission for its signer (admission document, CertificateApproval). */
export const certificateApproval = ({ authorizer }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'CertificateApproval',
  operations: ['UPDATE'],
  async validate(request) {
    if (!isAbout(request, SIGNING_REQUESTS, 'approval')) return
    // Use the stored signer: the body can't choose another one.
    const signer = signerOf(request.oldObject)
    if (!(await maySigner(authorizer, request.user, 'approve', signer)))
      throw refused(request, `user not permitted to approve requests with signerName "${signer}"`)
  },
})
