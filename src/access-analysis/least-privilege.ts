import type { ApiObject } from '../machinery/object'
import type { Attributes } from '../authorization/authorizer'
import { type PolicyRule, RBAC_GROUP } from '../authorization/policy'

/** The verbs of resources in their customary order; others follow alphabetically. */
export const RESOURCE_VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']
const UNNAMED_VERBS = new Set(['create', 'deletecollection'])

const place = (verb: string): number =>
  RESOURCE_VERBS.includes(verb) ? RESOURCE_VERBS.indexOf(verb) : RESOURCE_VERBS.length
const inOrder = (verbs: Iterable<string>): string[] =>
  [...verbs].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))

/** Rules that would suffice in one namespace. */
export interface Proposal {
  /** '' is the cluster: a ClusterRole. */
  readonly namespace: string
  readonly rules: readonly PolicyRule[]
}

/** How narrow the proposed rules are. */
export interface ProposalOptions {
  /** Restricts rules to the names that were used, if a verb allows it. */
  readonly names?: boolean
}

type Recorded = Omit<Attributes, 'user'>

/** The smallest roles that allow recorded requests: one for each namespace, and one for the cluster if requests went beyond namespaces. */
export function leastPrivilege(requests: readonly Recorded[], { names = false }: ProposalOptions = {}): Proposal[] {
  const places = new Map<string, Recorded[]>()
  for (const request of requests) {
    const namespace = request.isResourceRequest ? request.namespace : ''
    places.set(namespace, [...(places.get(namespace) ?? []), request])
  }
  return [...places]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([namespace, recorded]) => ({
      namespace,
      rules: [
        ...resourceRules(
          recorded.filter(({ isResourceRequest }) => isResourceRequest),
          names,
        ),
        ...pathRules(recorded.filter(({ isResourceRequest }) => !isResourceRequest)),
      ],
    }))
}

function resourceRules(requests: readonly Recorded[], useNames: boolean): PolicyRule[] {
  // group, resource → verb → names used; undefined once the verb was used without a name.
  const used = new Map<string, Map<string, Set<string> | undefined>>()
  for (const { apiGroup, resource, subresource, verb, name } of requests) {
    const key = JSON.stringify([apiGroup, subresource ? `${resource}/${subresource}` : resource])
    const verbs = used.get(key) ?? new Map<string, Set<string> | undefined>()
    const known = verbs.get(verb)
    if (!useNames || !name || UNNAMED_VERBS.has(verb)) verbs.set(verb, undefined)
    else if (!verbs.has(verb)) verbs.set(verb, new Set([name]))
    else known?.add(name)
    used.set(key, verbs)
  }
  // Verbs with the same names share a rule, and so do resources with the same verbs and names.
  const rules = new Map<string, { group: string; resources: string[]; verbs: string[]; names: string[] }>()
  for (const [key, verbs] of [...used].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [group, resource] = JSON.parse(key) as [string, string]
    const byNames = new Map<string, string[]>()
    for (const [verb, names] of verbs) {
      const namesKey = JSON.stringify([...(names ?? [])].sort())
      byNames.set(namesKey, [...(byNames.get(namesKey) ?? []), verb])
    }
    for (const [namesKey, some] of byNames) {
      const rule = { group, resources: [resource], verbs: inOrder(some), names: JSON.parse(namesKey) as string[] }
      const ruleKey = JSON.stringify([group, rule.verbs, rule.names])
      const known = rules.get(ruleKey)
      if (known) known.resources.push(resource)
      else rules.set(ruleKey, rule)
    }
  }
  return Array.from(rules.values(), ({ group, resources, verbs, names }) => ({
    apiGroups: [group],
    resources,
    ...(names.length > 0 && { resourceNames: names }),
    verbs,
  }))
}

function pathRules(requests: readonly Recorded[]): PolicyRule[] {
  const byPath = new Map<string, Set<string>>()
  for (const { path, verb } of requests) byPath.set(path, (byPath.get(path) ?? new Set()).add(verb))
  const byVerbs = new Map<string, string[]>()
  for (const [path, verbs] of [...byPath].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const key = JSON.stringify(inOrder(verbs))
    byVerbs.set(key, [...(byVerbs.get(key) ?? []), path])
  }
  return Array.from(byVerbs, ([key, nonResourceURLs]) => ({ nonResourceURLs, verbs: JSON.parse(key) as string[] }))
}

/** A proposal as a Role or ClusterRole. */
export const proposedRole = ({ namespace, rules }: Proposal, name: string): ApiObject => ({
  apiVersion: `${RBAC_GROUP}/v1`,
  kind: namespace ? 'Role' : 'ClusterRole',
  metadata: { name, ...(namespace && { namespace }) },
  rules,
})
