import { clusterScoped } from '../../../releases/rows'
import { CREATE_ONLY, untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
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
