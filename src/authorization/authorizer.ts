import type { RequestAttributes } from '../machinery/request-attributes'
import type { UserInfo } from '../machinery/user'

/** A requirement of a selector, as in access reviews. */
export interface SelectorRequirement {
  readonly key: string
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
  readonly values?: readonly string[]
}
interface Selector {
  readonly requirements: readonly SelectorRequirement[]
}
/** Parsed selectors of the objects that a request is about. */
export interface Selectors {
  readonly fieldSelector?: Selector
  readonly labelSelector?: Selector
}

/** The attributes of a request that authorizers see. */
export interface Attributes extends RequestAttributes {
  readonly user: UserInfo
  /** Selectors of the request as sent; for explanations and webhooks. */
  readonly fieldSelector?: string
  readonly labelSelector?: string
  /** Parsed selectors of an access review or an expression, which apply whatever the verb is; used instead of the request's. */
  readonly selectors?: Selectors
}

/** What an authorizer says about a request. */
export interface Decision {
  readonly verdict: 'allow' | 'deny' | 'no-opinion'
  readonly reason: string
  /** An error during evaluation, although a decision was reached. */
  readonly evaluationError?: string
  /** The authorizer among several that decided, even if it gave no reason. */
  readonly by?: string
}

/** What a user may do with resources, as reviews of rules list it. */
export interface ResourceRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}
/** What a user may do with other paths. */
export interface NonResourceRule {
  readonly verbs: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}
/** A user's permissions in a namespace; `incomplete` if an authorizer can't list its own. */
export interface RulesFor {
  readonly resourceRules: readonly ResourceRule[]
  readonly nonResourceRules: readonly NonResourceRule[]
  readonly incomplete: boolean
  readonly evaluationError?: string
}

/** The request that needs the decision. */
export interface Asking {
  /** Aborts with the request, and cancels calls made for the decision. */
  readonly signal: AbortSignal
}

/** One authorizer of the chain. The first that does not answer `no-opinion` decides. */
export interface Authorizer {
  /** As in `--authorization-mode`. */
  readonly name: string
  /** Its name in the configuration, for metrics. */
  readonly label?: string
  authorize(attributes: Attributes, asking?: Asking): Decision | Promise<Decision>
  /** Why it does not allow a request: the rules it considered, and the closest match. Shown in the request's trace. */
  explain?(attributes: Attributes): string | undefined
  /** A user's permissions in a namespace, for SelfSubjectRulesReview. */
  rulesFor(user: UserInfo, namespace: string): RulesFor | Promise<RulesFor>
}

/** The decision is left to the next authorizer; if there is none, the request is refused. */
export const NO_OPINION: Decision = { verdict: 'no-opinion', reason: '' }
