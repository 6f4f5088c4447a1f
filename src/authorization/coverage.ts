import type { PolicyRule } from './policy'
import { pathMatches } from './rules'

/** Whether one set of rules covers another; decides who may write or bind a role. */

const star = '*'
const has = (granted: readonly string[] = [], wanted: readonly string[] = []): boolean =>
  granted.includes(star) || wanted.every((item) => granted.includes(item))

function resourcesCover(granted: readonly string[] = [], wanted: readonly string[] = []): boolean {
  return wanted.every((resource) => {
    if (granted.includes(star) || granted.includes(resource)) return true
    const slash = resource.indexOf('/')
    return slash >= 0 && granted.includes(`*${resource.slice(slash)}`)
  })
}

/** Whether one rule alone covers another. A rule without names covers one with names, but not the other way round. */
export function ruleCovers(owner: PolicyRule, wanted: PolicyRule): boolean {
  const ownerNames = owner.resourceNames ?? []
  const wantedNames = wanted.resourceNames ?? []
  return (
    has(owner.verbs, wanted.verbs) &&
    has(owner.apiGroups, wanted.apiGroups) &&
    resourcesCover(owner.resources, wanted.resources) &&
    (wanted.nonResourceURLs ?? []).every((path) =>
      (owner.nonResourceURLs ?? []).some((granted) => pathMatches(granted, path)),
    ) &&
    (ownerNames.length === 0 || (wantedNames.length > 0 && wantedNames.every((name) => ownerNames.includes(name))))
  )
}

/** Splits a rule into rules of one verb and one group, resource and name, or one path. */
export function breakDown(rule: PolicyRule): PolicyRule[] {
  const atoms: PolicyRule[] = []
  for (const apiGroup of rule.apiGroups ?? [])
    for (const resource of rule.resources ?? [])
      for (const verb of rule.verbs) {
        const atom = { verbs: [verb], apiGroups: [apiGroup], resources: [resource] }
        if (rule.resourceNames?.length)
          for (const name of rule.resourceNames) atoms.push({ ...atom, resourceNames: [name] })
        else atoms.push(atom)
      }
  for (const path of rule.nonResourceURLs ?? [])
    for (const verb of rule.verbs) atoms.push({ verbs: [verb], nonResourceURLs: [path] })
  return atoms
}

/** The parts of `wanted` that no rule of `owned` covers; empty if all are covered. */
export const missingRights = (owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] =>
  wanted.flatMap(breakDown).filter((atom) => !owned.some((rule) => ruleCovers(rule, atom)))

/** Merges rules about the same resource (and name); all others come first, unchanged. */
export function compactRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const others: PolicyRule[] = []
  const simple = new Map<string, { rule: PolicyRule; verbs: Set<string> }>()
  for (const rule of rules) {
    const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
    if (apiGroups.length !== 1 || resources.length !== 1 || resourceNames.length > 1 || nonResourceURLs.length > 0) {
      others.push(rule)
      continue
    }
    const key = JSON.stringify([apiGroups[0], resources[0], resourceNames])
    const known = simple.get(key)
    if (known) rule.verbs.forEach((verb) => known.verbs.add(verb))
    else simple.set(key, { rule, verbs: new Set(rule.verbs) })
  }
  return [...others, ...Array.from(simple.values(), ({ rule, verbs }) => ({ ...rule, verbs: [...verbs] }))]
}
