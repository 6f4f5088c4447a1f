import { clusterScoped } from '../../../releases/rows'
import { EXTENSIBLE } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const facts: KindFacts = {
  rows: [
    clusterScoped(
      'admissionregistration.orch.io',
      'mutatingadmissionpolicies',
      'MutatingAdmissionPolicy',
      { v1alpha1: { since: 32 }, v1beta1: { since: 34 } },
      { categories: EXTENSIBLE },
    ),
  ],
}
