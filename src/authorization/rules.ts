import type { Attributes } from './authorizer'
import type { PolicyRule } from './policy'

/** Whether a rule covers a request: the only place that interprets wildcards (document 2, "Role-based access objects"). */

/** An aspect of a request that a rule must cover. */
export type RuleAspect = 'verb' | 'group' | 'resource' | 'name' | 'path'

/** Whether a rule includes a verb. */
export const verbMatches = (rule: PolicyRule, verb: string): boolean =>
  rule.verbs.includes('*') || rule.verbs.includes(verb)

/** Whether a rule includes an API group. */
export const groupMatches = ({ apiGroups = [] }: PolicyRule, group: string): boolean =>
  apiGroups.includes('*') || apiGroups.includes(group)

/**
 * A star matches every resource and subresource, `pods/log` only that one; a star before a slash matches that subresource of everything.
 */
export function resourceMatches({ resources = [] }: PolicyRule, resource: string, subresource: string): boolean {
  const whole = subresource ? `${resource}/${subresource}` : resource
  return resources.some(
    (candidate) => candidate === '*' || candidate === whole || (subresource !== '' && candidate === `*/${subresource}`),
  )
}

/** A rule without names covers all objects; a request without a name (create, a list without a name selector) matches only such rules. */
export const nameMatches = ({ resourceNames = [] }: PolicyRule, name: string): boolean =>
  resourceNames.length === 0 || resourceNames.includes(name)

/** Whether a granted path matches: exactly, or as a prefix if it ends with a star. */
export const pathMatches = (granted: string, path: string): boolean =>
  granted === path || (granted.endsWith('*') && path.startsWith(granted.replace(/\*+$/, '')))

/** Whether a rule includes a path that is not a resource; `*` at its end matches any rest. */
export const pathsMatch = ({ nonResourceURLs = [] }: PolicyRule, path: string): boolean =>
  nonResourceURLs.some((granted) => pathMatches(granted, path))

/** Whether one rule allows a request. */
export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!verbMatches(rule, attributes.verb)) return false
  if (!attributes.isResourceRequest) return pathsMatch(rule, attributes.path)
  return (
    groupMatches(rule, attributes.apiGroup) &&
    resourceMatches(rule, attributes.resource, attributes.subresource) &&
    nameMatches(rule, attributes.name)
  )
}

/** The aspects of the request that a rule does not cover; empty if it allows the request. */
export function lacking(rule: PolicyRule, attributes: Attributes): RuleAspect[] {
  const missing: RuleAspect[] = []
  if (!verbMatches(rule, attributes.verb)) missing.push('verb')
  if (!attributes.isResourceRequest) {
    if (!pathsMatch(rule, attributes.path)) missing.push('path')
    return missing
  }
  if (!groupMatches(rule, attributes.apiGroup)) missing.push('group')
  if (!resourceMatches(rule, attributes.resource, attributes.subresource)) missing.push('resource')
  if (!nameMatches(rule, attributes.name)) missing.push('name')
  return missing
}
