import { equal } from '../machinery/json'
import { compileLabelSelector } from '../machinery/labels'
import type { PolicyRule, Role } from './policy'

/**
 * The rules that a cluster role aggregates: those of all other cluster roles that a selector matches, by selector and name, without
 * duplicates. Throws SelectorError for selectors that validation would refuse.
 */
export function aggregatedRules(role: Role, clusterRoles: readonly Role[]): PolicyRule[] {
  const rules: PolicyRule[] = []
  for (const selector of role.aggregation ?? []) {
    const compiled = compileLabelSelector(selector)
    const matching = clusterRoles.filter(
      (other) => other.kind === 'ClusterRole' && other.name !== role.name && compiled.matches(other.labels),
    )
    for (const other of matching.sort((a, b) => (a.name < b.name ? -1 : 1)))
      for (const rule of other.rules) if (!rules.some((known) => equal(known, rule))) rules.push(rule)
  }
  return rules
}

/** All roles with the rules of the aggregating ones filled in: the final result of the controller. */
export function aggregate(roles: readonly Role[]): Role[] {
  let current = [...roles]
  const aggregating = roles.filter((role) => role.aggregation)
  // Aggregating roles may select each other; each round propagates rules by one role.
  for (let round = 0; round <= aggregating.length; round++) {
    const next = current.map((role) => {
      if (!role.aggregation) return role
      const rules = aggregatedRules(role, current)
      return equal(rules, role.rules) ? role : { ...role, rules }
    })
    if (next.every((role, i) => role === current[i])) return next
    current = next
  }
  return current
}
