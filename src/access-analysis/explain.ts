import type { Attributes } from '../authorization/authorizer'
import type { GrantedRule, PolicyIndex } from '../authorization/policy-index'
import { ruleAllows } from '../authorization/rules'
import { nearMisses } from './near-misses'
import type { NearMiss } from './near-miss'

/** Why RBAC allows a request, or why not. */
export interface Explanation {
  readonly allowed: boolean
  /** Every rule that allows it; the first one decides. */
  readonly grants: readonly GrantedRule[]
  /** Nearest first; empty when allowed. */
  readonly nearMisses: readonly NearMiss[]
}

/**
 * Explains a decision of RBAC: which bindings, roles and rules allow the request and, if none does, the near misses with what each lacks
 * and what would make the request pass. Pure: the same in the page and in the server.
 */
export function explain(index: PolicyIndex, attributes: Attributes): Explanation {
  const grants = index
    .rulesFor(attributes.user, attributes.namespace)
    .rules.filter(({ rule }) => ruleAllows(rule, attributes))
  return { allowed: grants.length > 0, grants, nearMisses: grants.length > 0 ? [] : nearMisses(index, attributes) }
}
