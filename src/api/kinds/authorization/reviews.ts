import type { KindBehaviour } from '../../kind'

const review = (kind: string): KindBehaviour => ({
  group: 'authorization.orch.io',
  resource: `${kind.toLowerCase()}s`,
  kind,
})

/** The reviews are asked and answered, never stored; what they answer is in authorization/reviews. */
export const reviewBehaviours: readonly KindBehaviour[] = [
  'SubjectAccessReview',
  'SelfSubjectAccessReview',
  'LocalSubjectAccessReview',
  'SelfSubjectRulesReview',
].map(review)
