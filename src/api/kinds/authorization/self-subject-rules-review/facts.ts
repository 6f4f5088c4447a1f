import { clusterScoped } from '../../../releases/rows'
import { CREATE_ONLY, removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const selfSubjectRulesReviewFacts: KindFacts = {
  rows: [
    clusterScoped(
      'authorization.orch.io',
      'selfsubjectrulesreviews',
      'SelfSubjectRulesReview',
      { v1: { since: 8 }, v1beta1: removedFrom122(8, 19) },
      CREATE_ONLY,
    ),
  ],
}
