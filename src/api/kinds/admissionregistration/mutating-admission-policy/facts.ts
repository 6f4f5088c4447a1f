import { clusterScoped } from '../../../releases/rows'
import { EXTENSIBLE, untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const mutatingAdmissionPolicyFacts: KindFacts = {
  rows: [
    clusterScoped(
      'admissionregistration.orch.io',
      'mutatingadmissionpolicies',
      'MutatingAdmissionPolicy',
      { v1: { since: 36 }, v1beta1: { since: 34, deprecated: 37, removed: 40 }, v1alpha1: untold(32) },
      { categories: EXTENSIBLE },
    ),
  ],
}
