import type { Attributes } from './authorizer'
import type { PolicyRule } from './policy'

/** Whether single rules cover single requests: the one place where wildcards are read (document 2, "Role-based access objects"). */

/** The part of a request that no other part can make up for. */
export type RuleAspect = 'verb' | 'group' | 'resource' | 'name' | 'path'

export const verbMatches = (rule: PolicyRule, verb: string): boolean =>
  rule.verbs.includes('*') || rule.verbs.includes(verb)

export const groupMatches = ({ apiGroups = [] }: PolicyRule, group: string): boolean =>
  apiGroups.includes('*') || apiGroups.includes(group)

/** A star is every resource and subresource, `pods/log` that one; a star before a slash is that subresource of everything. */
export function resourceMatches({ resources = [] }: PolicyRule, resource: string, subresource: string): boolean {
  const whole = subresource ? `${resource}/${subresource}` : resource
  return resources.some(
    (candidate) => candidate === '*' || candidate === whole || (subresource !== '' && candidate === `*/${subresource}`),
  )
}

/** A rule without names allows all; a request without a name (create, an unselective list) matches only such rules. */
export const nameMatches = ({ resourceNames = [] }: PolicyRule, name: string): boolean =>
  resourceNames.length === 0 || resourceNames.includes(name)

/** One granted path: exact, or everything that starts with what stands before its trailing stars. */
export const pathMatches = (granted: string, path: string): boolean =>
  granted === path || (granted.endsWith('*') && path.startsWith(granted.replace(/\*+$/, '')))

export const pathsMatch = ({ nonResourceURLs = [] }: PolicyRule, path: string): boolean =>
  nonResourceURLs.some((granted) => pathMatches(granted, path))

export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!verbMatches(rule, attributes.verb)) return false
  if (!attributes.isResourceRequest) return pathsMatch(rule, attributes.path)
  return (
    groupMatches(rule, attributes.apiGroup) &&
    resourceMatches(rule, attributes.resource, attributes.subresource) &&
    nameMatches(rule, attributes.name)
  )
}

/** Which parts of the request a rule does not cover; empty when it allows it. */
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
