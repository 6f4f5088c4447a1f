import { behaves } from '../../api/releases/ledger'
import { equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { isAbout, refused, SIGNING_REQUESTS } from '../shared/request'
import { maySigner, signerOf } from '../shared/signers'

/** The part of the status that only a signer writes: the certificate and, since 1.19, the Failed condition. */
const signedPart = (object: ApiObject | undefined, release: number): unknown => {
  const { certificate, conditions } = (object?.status ?? {}) as { certificate?: string; conditions?: unknown[] }
  return {
    certificate: certificate ?? '',
    ...(behaves('certificate-signing-covers-conditions', release) && { conditions: conditions ?? [] }),
  }
}

/** Issuing a certificate requires permission to sign for its signer (admission document, CertificateSigning). */
export const certificateSigning = ({ authorizer, release }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'CertificateSigning',
  operations: ['UPDATE'],
  async validate(request) {
    if (!isAbout(request, SIGNING_REQUESTS, 'status')) return
    if (equal(signedPart(request.object, release), signedPart(request.oldObject, release))) return
    const signer = signerOf(request.oldObject)
    if (!(await maySigner(authorizer, request.user, 'sign', signer)))
      throw refused(request, `user not permitted to sign requests with signerName "${signer}"`)
  },
})
