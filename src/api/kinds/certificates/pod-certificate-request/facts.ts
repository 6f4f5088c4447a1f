import { namespaced, status } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
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
