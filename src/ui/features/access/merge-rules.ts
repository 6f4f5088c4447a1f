import { RESOURCE_VERBS } from '../../../access-analysis/least-privilege'
import type { PolicyRule } from '../../../authorization/policy'
import { PATH_VERBS } from './question'

const ORDER = [...RESOURCE_VERBS, ...PATH_VERBS]
const place = (verb: string): number => (ORDER.includes(verb) ? ORDER.indexOf(verb) : ORDER.length)
const inOrder = (verbs: readonly string[]): string[] =>
  [...new Set(verbs)].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))

/** Merges rules for display that differ only in their resources or only in their paths. */
export function mergeRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const found = new Map<string, PolicyRule>()
  for (const rule of rules) {
    const verbs = inOrder(rule.verbs)
    const key = JSON.stringify([verbs, rule.apiGroups ?? [], rule.resourceNames ?? [], !rule.nonResourceURLs?.length])
    const known = found.get(key)
    const joined = (a: readonly string[] = [], b: readonly string[] = []): string[] => [...new Set([...a, ...b])]
    found.set(key, {
      ...rule,
      verbs,
      ...(rule.resources && { resources: joined(known?.resources, rule.resources) }),
      ...(rule.nonResourceURLs && { nonResourceURLs: joined(known?.nonResourceURLs, rule.nonResourceURLs) }),
    })
  }
  return [...found.values()]
}
