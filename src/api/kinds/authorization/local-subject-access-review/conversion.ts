import { accessReview } from '../older-groups'
import type { Conversion } from '../../../conversion/parts'

/** Conversions for versions whose schema differs from the hub's. */
export const localSubjectAccessReviewConversions: Readonly<Record<string, Conversion>> = {
  'authorization.orch.io/v1beta1 LocalSubjectAccessReview': accessReview,
}
