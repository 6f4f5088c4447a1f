import type { UserInfo } from '../machinery/user'

/** A part of a selector, as access reviews tell of it. */
export interface SelectorRequirement {
  readonly key: string
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
  readonly values?: readonly string[]
}
interface Selector {
  readonly requirements: readonly SelectorRequirement[]
}
export interface Selectors {
  readonly fieldSelector?: Selector
  readonly labelSelector?: Selector
}

/** The attributes of a request that decide (authentication document, "Authorization" 1). */
export interface Attributes {
  readonly user: UserInfo
  readonly verb: string
  readonly isResourceRequest: boolean
  readonly apiGroup: string
  readonly apiVersion: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** The request path; decides for non-resource requests. */
  readonly path: string
  /** Selectors of the request as sent; for explanations and webhooks. */
  readonly fieldSelector?: string
  readonly labelSelector?: string
  /** The selectors of what a review or an expression asks about, whatever its verb is; instead of a request's. */
  readonly selectors?: Selectors
}

export interface Decision {
  readonly verdict: 'allow' | 'deny' | 'no-opinion'
  readonly reason: string
  /** What went wrong while deciding, though a verdict was reached. */
  readonly evaluationError?: string
  /** Which of several authorizers decided: it may have no reason to give. */
  readonly by?: string
}

export interface ResourceRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}
export interface NonResourceRule {
  readonly verbs: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}
export interface RulesFor {
  readonly resourceRules: readonly ResourceRule[]
  readonly nonResourceRules: readonly NonResourceRule[]
  readonly incomplete: boolean
  readonly evaluationError?: string
}

/** The request that is decided. */
export interface Asking {
  /** Aborts with the request, and calls that are made for its decision end with it. */
  readonly signal: AbortSignal
}

export interface Authorizer {
  /** As in `--authorization-mode`. */
  readonly name: string
  /** What a configuration calls it, in metrics. */
  readonly label?: string
  authorize(attributes: Attributes, asking?: Asking): Decision | Promise<Decision>
  /** Why it does not allow a request: what it looked at, and what comes nearest. For people who look at the request's trace. */
  explain?(attributes: Attributes): string | undefined
  /** What a user may do in a namespace, for SelfSubjectRulesReview. */
  rulesFor(user: UserInfo, namespace: string): RulesFor | Promise<RulesFor>
}

export const NO_OPINION: Decision = { verdict: 'no-opinion', reason: '' }
