import { clusterScoped, status } from '../../../releases/rows'
import { EXTENSIBLE } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const facts: KindFacts = {
  rows: [
    clusterScoped(
      'admissionregistration.orch.io',
      'validatingadmissionpolicies',
      'ValidatingAdmissionPolicy',
      {
        v1: { since: 30 },
        v1beta1: { since: 28, deprecated: 31, removed: 34, instead: 'admissionregistration.orch.io/v1' },
        v1alpha1: { since: 26, removed: 34 },
      },
      { categories: EXTENSIBLE, subresources: [{ ...status, since: 27 }] },
    ),
  ],
  addedFields: {
    27: [
      'admissionregistration.v1alpha1.ValidatingAdmissionPolicy status',
      'admissionregistration.v1alpha1.ValidatingAdmissionPolicySpec auditAnnotations matchConditions',
      'admissionregistration.v1alpha1.Validation messageExpression',
    ],
    28: ['admissionregistration.v1alpha1.ValidatingAdmissionPolicySpec variables'],
  },
}
