import { clusterScoped, status, writePart } from '../../../releases/rows'
import { removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const certificateSigningRequestFacts: KindFacts = {
  rows: [
    clusterScoped(
      'certificates.orch.io',
      'certificatesigningrequests',
      'CertificateSigningRequest',
      { v1: { since: 19 }, v1beta1: removedFrom122(6, 19) },
      {
        shortNames: ['csr'],
        subresources: [writePart('approval'), status],
      },
    ),
  ],
  gatedFields: {
    CSRDuration: [
      'certificates.v1.CertificateSigningRequestSpec expirationSeconds',
      'certificates.v1beta1.CertificateSigningRequestSpec expirationSeconds',
    ],
  },
}
