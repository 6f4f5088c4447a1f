import { clusterScoped } from '../../../releases/rows'
import { EXTENSIBLE, untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const validatingAdmissionPolicyBindingFacts: KindFacts = {
  rows: [
    clusterScoped(
      'admissionregistration.orch.io',
      'validatingadmissionpolicybindings',
      'ValidatingAdmissionPolicyBinding',
      {
        v1: { since: 30 },
        v1beta1: untold(28),
        v1alpha1: untold(26),
      },
      { categories: EXTENSIBLE },
    ),
  ],
}
