import { clusterScoped } from '../../../releases/rows'
import { CREATE_ONLY, removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const tokenReviewFacts: KindFacts = {
  rows: [
    clusterScoped(
      'authentication.orch.io',
      'tokenreviews',
      'TokenReview',
      { v1: { since: 6 }, v1beta1: removedFrom122(4, 19) },
      CREATE_ONLY,
    ),
  ],
}
