import { clusterScoped } from '../../../releases/rows'
import { EXTENSIBLE, untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const mutatingAdmissionPolicyFacts: KindFacts = {
  rows: [
    clusterScoped(
      'admissionregistration.orch.io',
      'mutatingadmissionpolicies',
      'MutatingAdmissionPolicy',
      { v1beta1: untold(34), v1alpha1: untold(32) },
      { categories: EXTENSIBLE },
    ),
  ],
}
