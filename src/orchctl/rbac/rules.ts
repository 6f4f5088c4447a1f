import { byText } from '../../machinery/by-text'

/** A rule of a role or of a rules review. */
export interface PolicyRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[] | null
  readonly resources?: readonly string[] | null
  readonly resourceNames?: readonly string[] | null
  readonly nonResourceURLs?: readonly string[] | null
}

/** A rule with empty lists for absent members. */
interface FullRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

const full = ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): FullRule => ({
  verbs,
  apiGroups: apiGroups ?? [],
  resources: resources ?? [],
  resourceNames: resourceNames ?? [],
  nonResourceURLs: nonResourceURLs ?? [],
})

/** Splits a rule into rules of one verb and one resource, name or path. */
function breakDown(rule: PolicyRule): FullRule[] {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = full(rule)
  const one = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }
  const out: FullRule[] = []
  for (const group of apiGroups)
    for (const resource of resources)
      for (const verb of verbs)
        for (const name of resourceNames.length > 0 ? resourceNames : [undefined])
          out.push({
            ...one,
            verbs: [verb],
            apiGroups: [group],
            resources: [resource],
            resourceNames: name === undefined ? [] : [name],
          })
  for (const url of nonResourceURLs)
    for (const verb of verbs) out.push({ ...one, verbs: [verb], nonResourceURLs: [url] })
  return out
}

/** Merges rules about the same resource and name into one with all verbs. */
function compact(rules: readonly FullRule[]): FullRule[] {
  const merged = new Map<string, FullRule>()
  const rest: FullRule[] = []
  for (const rule of rules) {
    if (rule.nonResourceURLs.length > 0) {
      rest.push(rule)
      continue
    }
    const key = JSON.stringify([rule.apiGroups, rule.resources, rule.resourceNames])
    const found = merged.get(key)
    merged.set(key, found ? { ...found, verbs: [...new Set([...found.verbs, ...rule.verbs])] } : rule)
  }
  return [...rest, ...merged.values()]
}

const text = (list: readonly string[]): string => `[${list.join(' ')}]`
const sortKey = ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: FullRule): string =>
  `&PolicyRule{Verbs:${text(verbs)},APIGroups:${text(apiGroups)},Resources:${text(resources)},ResourceNames:${text(resourceNames)},NonResourceURLs:${text(nonResourceURLs)},}`

/** `deployments.apps/status`, as in tables of rules. */
function resourceText({ resources, apiGroups }: FullRule): string {
  const [first] = resources
  if (first === undefined) return ''
  const [name = '', subresource] = first.split('/')
  const [group = ''] = apiGroups
  return `${group ? `${name}.${group}` : name}${subresource === undefined ? '' : `/${subresource}`}`
}

/** The rows of a table of rules: resource, paths, names, verbs. */
export const ruleRows = (rules: readonly PolicyRule[]): string[][] =>
  compact(rules.flatMap(breakDown))
    .sort((a, b) => byText(sortKey(a), sortKey(b)))
    .map((rule) => [resourceText(rule), text(rule.nonResourceURLs), text(rule.resourceNames), text(rule.verbs)])

/** The split rules of `wanted` that `held` does not cover. */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  const covers = (list: readonly string[], value: string | undefined): boolean =>
    value === undefined || list.includes('*') || list.includes(value)
  const allows = (rule: FullRule, one: FullRule): boolean =>
    covers(rule.verbs, one.verbs[0]) &&
    (one.nonResourceURLs.length > 0
      ? rule.nonResourceURLs.some(
          (url) =>
            url === one.nonResourceURLs[0] ||
            (url.endsWith('*') && (one.nonResourceURLs[0] ?? '').startsWith(url.slice(0, -1))),
        )
      : covers(rule.apiGroups, one.apiGroups[0]) &&
        covers(rule.resources, one.resources[0]) &&
        (rule.resourceNames.length === 0 ||
          (one.resourceNames[0] !== undefined && rule.resourceNames.includes(one.resourceNames[0]))))
  const owned = held.map(full)
  return wanted.flatMap(breakDown).filter((one) => !owned.some((rule) => allows(rule, one)))
}

/** A rule as the reports of `auth reconcile` show it. */
export const reconcileText = (rule: PolicyRule): string => {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = full(rule)
  return `{Verbs:${text(verbs)} APIGroups:${text(apiGroups)} Resources:${text(resources)} ResourceNames:${text(resourceNames)} NonResourceURLs:${text(nonResourceURLs)}}`
}
