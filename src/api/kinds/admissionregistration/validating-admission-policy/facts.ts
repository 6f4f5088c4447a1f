import { clusterScoped, status } from '../../../releases/rows'
import { EXTENSIBLE, untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const validatingAdmissionPolicyFacts: KindFacts = {
  rows: [
    clusterScoped(
      'admissionregistration.orch.io',
      'validatingadmissionpolicies',
      'ValidatingAdmissionPolicy',
      {
        v1: { since: 30 },
        v1beta1: untold(28),
        v1alpha1: untold(26),
      },
      { categories: EXTENSIBLE, subresources: [{ ...status, since: 27 }] },
    ),
  ],
}
