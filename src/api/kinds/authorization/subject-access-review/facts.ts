import { clusterScoped } from '../../../releases/rows'
import { CREATE_ONLY, removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const subjectAccessReviewFacts: KindFacts = {
  rows: [
    clusterScoped(
      'authorization.orch.io',
      'subjectaccessreviews',
      'SubjectAccessReview',
      { v1: { since: 6 }, v1beta1: removedFrom122(4, 19) },
      CREATE_ONLY,
    ),
  ],
}
