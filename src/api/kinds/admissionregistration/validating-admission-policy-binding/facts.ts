import { clusterScoped } from '../../../releases/rows'
import { EXTENSIBLE } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const facts: KindFacts = {
  rows: [
    clusterScoped(
      'admissionregistration.orch.io',
      'validatingadmissionpolicybindings',
      'ValidatingAdmissionPolicyBinding',
      {
        v1: { since: 30 },
        v1beta1: { since: 28, deprecated: 31, removed: 34, instead: 'admissionregistration.orch.io/v1' },
        v1alpha1: { since: 26, removed: 34 },
      },
      { categories: EXTENSIBLE },
    ),
  ],
  addedFields: {
    27: ['admissionregistration.v1alpha1.ValidatingAdmissionPolicyBindingSpec validationActions'],
    28: ['admissionregistration.v1alpha1.ParamRef selector parameterNotFoundAction'],
  },
}
