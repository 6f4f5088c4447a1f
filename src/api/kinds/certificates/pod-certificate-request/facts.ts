import { namespaced, status } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const podCertificateRequestFacts: KindFacts = {
  rows: [
    namespaced(
      'certificates.orch.io',
      'podcertificaterequests',
      'PodCertificateRequest',
      { v1beta1: untold(35), v1alpha1: untold(34, 35) },
      { subresources: [status] },
    ),
  ],
}
