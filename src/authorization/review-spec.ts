import type { GivenSelectors } from './review-selectors'

/** The access reviews: requests that ask whether another request would be allowed (document 2, "Access review resources"). */
export const REVIEW_KINDS = [
  'SubjectAccessReview',
  'SelfSubjectAccessReview',
  'LocalSubjectAccessReview',
  'SelfSubjectRulesReview',
] as const

/** Kinds of access reviews. */
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/** Whether this is the kind of an access review. */
export const isReviewKind = (kind: string): kind is ReviewKind => (REVIEW_KINDS as readonly string[]).includes(kind)

interface ResourceAttributes extends GivenSelectors {
  readonly namespace?: string
  readonly verb?: string
  readonly group?: string
  readonly version?: string
  readonly resource?: string
  readonly subresource?: string
  readonly name?: string
}

/** The spec of an access review of any kind. */
export interface ReviewSpec {
  readonly user?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  /** The name of `groups` in v1beta1. */
  readonly group?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
  readonly resourceAttributes?: ResourceAttributes | null
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string } | null
  readonly namespace?: string
}

/** The group of access reviews. */
export const REVIEW_GROUP = 'authorization.orch.io'

/** The groups of the user in question; v1beta1 calls them `group`. */
export const groupsOf = (spec: ReviewSpec): readonly string[] => spec.groups ?? spec.group ?? []
