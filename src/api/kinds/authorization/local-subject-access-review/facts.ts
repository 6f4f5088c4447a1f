import { namespaced } from '../../../releases/rows'
import { CREATE_ONLY, removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const localSubjectAccessReviewFacts: KindFacts = {
  rows: [
    namespaced(
      'authorization.orch.io',
      'localsubjectaccessreviews',
      'LocalSubjectAccessReview',
      { v1: { since: 6 }, v1beta1: removedFrom122(4, 19) },
      CREATE_ONLY,
    ),
  ],
  roles: [{ part: 'admin-create', group: 'authorization.orch.io', resources: ['localsubjectaccessreviews'] }],
}
