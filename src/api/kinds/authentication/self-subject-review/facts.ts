import { clusterScoped } from '../../../releases/rows'
import { CREATE_ONLY, untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const selfSubjectReviewFacts: KindFacts = {
  rows: [
    clusterScoped(
      'authentication.orch.io',
      'selfsubjectreviews',
      'SelfSubjectReview',
      { v1: { since: 28 }, v1beta1: untold(27), v1alpha1: untold(26) },
      CREATE_ONLY,
    ),
  ],
}
