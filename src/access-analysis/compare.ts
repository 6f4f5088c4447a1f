import { breakDown, compactRules, ruleCovers } from '../authorization/coverage'
import { FULL_AUTHORITY } from '../authorization/escalation'
import type { PolicyRule } from '../authorization/policy'
import type { PolicyIndex } from '../authorization/policy-index'
import { MASTERS_GROUP, type UserInfo } from '../machinery/user'
import { distinct } from './queries'

/** Where a user has a permission. */
export interface Reach {
  /** In the whole cluster, and so in every namespace. */
  readonly everywhere: boolean
  /** The namespaces that grant it; empty if it holds everywhere. */
  readonly namespaces: readonly string[]
}

/** Permissions that both users have in the same places. */
export interface ComparedRules {
  readonly rules: readonly PolicyRule[]
  readonly first: Reach
  readonly second: Reach
}

/** `different`: both have it, but not in the same namespaces. */
export type ComparedBy = 'first' | 'second' | 'different' | 'both'
/** The rules of two subjects by who has them. */
export type Comparison = Readonly<Record<ComparedBy, readonly ComparedRules[]>>

type RulesByPlace = ReadonlyMap<string, readonly PolicyRule[]>

const CLUSTER = ''

/** The rules of a user by the namespace of the binding that grants them ('' for the cluster). */
function rulesByPlace(index: PolicyIndex, user: UserInfo, within: string | undefined): RulesByPlace {
  const places = new Map<string, PolicyRule[]>()
  if (user.groups.includes(MASTERS_GROUP)) places.set(CLUSTER, [...FULL_AUTHORITY])
  for (const { binding } of index.everyGrantOf(user)) {
    const place = binding.namespace
    if (within !== undefined && place !== CLUSTER && place !== within) continue
    const rules = index.roleFor(binding.roleRef, place)?.rules ?? []
    // A path belongs to no namespace: only a ClusterRoleBinding can grant it.
    const effective = place === CLUSTER ? rules : rules.filter(({ nonResourceURLs }) => !nonResourceURLs?.length)
    places.set(place, [...(places.get(place) ?? []), ...effective])
  }
  return places
}

function reachOf(places: RulesByPlace, atom: PolicyRule): Reach {
  const holding = [...places]
    .filter(([, rules]) => rules.some((rule) => ruleCovers(rule, atom)))
    .map(([place]) => place)
  return holding.includes(CLUSTER)
    ? { everywhere: true, namespaces: [] }
    : { everywhere: false, namespaces: holding.sort() }
}

/** Whether a user has the permission anywhere. */
export const reaches = ({ everywhere, namespaces }: Reach): boolean => everywhere || namespaces.length > 0

function sideOf(first: Reach, second: Reach, within: string | undefined): ComparedBy {
  if (!reaches(second)) return 'first'
  if (!reaches(first)) return 'second'
  // Within one namespace it makes no difference who has it elsewhere, too.
  return within !== undefined || JSON.stringify(first) === JSON.stringify(second) ? 'both' : 'different'
}

/**
 * The permissions of two users over all namespaces, or within one, and where each user has them. Rules of the whole cluster are always
 * compared, because they hold in every namespace.
 */
export function compare(index: PolicyIndex, first: UserInfo, second: UserInfo, within?: string): Comparison {
  const [ours, theirs] = [rulesByPlace(index, first, within), rulesByPlace(index, second, within)]
  const atoms = distinct([...ours.values(), ...theirs.values()].flat().flatMap(breakDown))
  const groups = new Map<string, { side: ComparedBy; first: Reach; second: Reach; atoms: PolicyRule[] }>()
  for (const atom of atoms) {
    const [here, there] = [reachOf(ours, atom), reachOf(theirs, atom)]
    const key = JSON.stringify([here, there])
    const group = groups.get(key) ?? { side: sideOf(here, there, within), first: here, second: there, atoms: [] }
    group.atoms.push(atom)
    groups.set(key, group)
  }
  const on = (side: ComparedBy): ComparedRules[] =>
    [...groups.values()]
      .filter((group) => group.side === side)
      .map((group) => ({ rules: compactRules(group.atoms), first: group.first, second: group.second }))
  return { first: on('first'), second: on('second'), different: on('different'), both: on('both') }
}
