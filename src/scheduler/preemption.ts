import type * as policy from 'kt126/policy/v1'
import { asDraft } from '../api/kinds/meta/draft'
import { compileLabelSelector } from '../machinery/labels'
import { podOf } from '../api/kinds/shared/pod-types'
import type { ApiObject } from '../machinery/object'
import type { ClusterView } from './plugin'
import { addTo, type NodeInfo, without } from './snapshot'
import { firstRefusal, type Judged, judgeFor } from './verdicts'

/** The priority of a pod; 0 if it has none. */
export const priorityOf = (pod: ApiObject): number => podOf(pod).spec?.priority ?? 0
const startOf = (pod: ApiObject): string => podOf(pod).status?.startTime ?? pod.metadata.creationTimestamp ?? ''

/** The pods to remove from a node so that a pod fits there. */
export interface Eviction {
  readonly node: NodeInfo
  readonly victims: readonly ApiObject[]
  /** How many of the removals violate a disruption budget. */
  readonly violations: number
}

/** The reasons against the pod on a hypothetical node. */
const refusalsOn = (world: ClusterView, node: NodeInfo): readonly string[] => {
  const nodes = world.nodes.map((other) => (other.name === node.name ? node : other))
  return firstRefusal(judgeFor({ ...world, nodes })(node)).map(({ reason }) => reason)
}

/** The pods whose removal, in this order, would violate a disruption budget. */
function kept(pods: readonly ApiObject[], budgets: readonly ApiObject[]): Set<ApiObject> {
  const left = new Map(
    budgets.map((budget) => [budget, asDraft<policy.PodDisruptionBudget>(budget).status?.disruptionsAllowed ?? 0]),
  )
  const breaking = new Set<ApiObject>()
  for (const pod of pods) {
    const { name = '', namespace, labels } = pod.metadata
    for (const budget of budgets) {
      const { spec, status } = asDraft<policy.PodDisruptionBudget>(budget)
      const selector = spec?.selector ?? {}
      const everything = !selector.matchLabels && !selector.matchExpressions
      if (budget.metadata.namespace !== namespace || everything || !compileLabelSelector(selector).matches(labels))
        continue
      // Its removal is already counted.
      if (Object.hasOwn(status?.disruptedPods ?? {}, name)) continue
      const allowed = left.get(budget) ?? 0
      left.set(budget, allowed - 1)
      if (allowed <= 0) breaking.add(pod)
    }
  }
  return breaking
}

const NO_VICTIMS = 'No preemption victims found for incoming pod'
const NO_HELP = 'Preemption is not helpful for scheduling'

/**
 * The minimal set of lower-priority pods whose removal lets the pod fit, or why even removing all is not enough. Pods protected by a
 * disruption budget are kept if others suffice.
 */
function victimsOn(world: ClusterView, node: NodeInfo): Eviction | readonly string[] {
  const priority = priorityOf(world.pod)
  const lower = [...node.pods].filter((pod) => priorityOf(pod) < priority)
  if (lower.length === 0) return [NO_VICTIMS]
  let rest = without(node, lower)
  const still = refusalsOn(world, rest)
  if (still.length > 0) return still
  lower.sort((a, b) => priorityOf(b) - priorityOf(a) || (startOf(a) < startOf(b) ? -1 : 1))
  const breaking = kept(lower, world.budgets)
  // Reprieve pods with a violated budget first, then by priority, as long as the pod still fits.
  const victims: ApiObject[] = []
  for (const pod of [...lower.filter((one) => breaking.has(one)), ...lower.filter((one) => !breaking.has(one))]) {
    const tried = addTo(rest, pod)
    if (refusalsOn(world, tried).length === 0) rest = tried
    else victims.push(pod)
  }
  return { node, victims, violations: victims.filter((pod) => breaking.has(pod)).length }
}

// Offset that makes two victims cost more than one even if priorities are negative.
const LEAST_PRIORITY = 2 ** 31

/** Sort key of an eviction: fewer and less important victims are better; among equals, those that started last. */
function cost({ victims, violations }: Eviction): readonly number[] {
  const highest = Math.max(...victims.map(priorityOf))
  const most = victims.filter((pod) => priorityOf(pod) === highest).map((pod) => Date.parse(startOf(pod)) || 0)
  return [
    violations,
    highest,
    victims.reduce((sum, pod) => sum + priorityOf(pod) + LEAST_PRIORITY, 0),
    victims.length,
    -Math.min(...most),
  ]
}

/** The chosen eviction, or the reasons of each node against one. */
export type Preemption = Eviction | ReadonlyMap<string, readonly string[]>
/** Whether preemption found pods to evict. */
export const isEviction = (found: Preemption | undefined): found is Eviction =>
  found !== undefined && 'victims' in found

/** The eviction of the lowest cost; undefined if the pod must not preempt. */
export function preemption(world: ClusterView, judged: readonly Judged[]): Preemption | undefined {
  if (podOf(world.pod).spec?.preemptionPolicy === 'Never') return undefined
  const reasons = new Map<string, readonly string[]>()
  let best: Eviction | undefined
  for (const one of judged) {
    const refusals = firstRefusal(one)
    if (refusals.length === 0) continue
    const found = refusals.some(({ final }) => final) ? [NO_HELP] : victimsOn(world, one.node)
    if (!('victims' in found)) reasons.set(one.node.name, found)
    else if (found.victims.length > 0 && (!best || isLess(cost(found), cost(best)))) best = found
  }
  return best ?? reasons
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}

/** Nodes including the pods nominated to them, which count for all pods of the same or lower priority. */
export function withNominated(nodes: readonly NodeInfo[], pod: ApiObject, waiting: readonly ApiObject[]): NodeInfo[] {
  const promised = waiting.filter(
    (other) =>
      other.metadata.uid !== pod.metadata.uid &&
      podOf(other).status?.nominatedNodeName &&
      priorityOf(other) >= priorityOf(pod),
  )
  if (promised.length === 0) return [...nodes]
  return nodes.map((node) =>
    promised
      .filter((other) => podOf(other).status?.nominatedNodeName === node.name)
      .reduce((sum, other) => addTo(sum, other), node),
  )
}

/** Whether lower-priority pods are terminating on the pod's nominated node: then it waits for them. */
export const victimsAreLeaving = (pod: ApiObject, nodes: readonly NodeInfo[]): boolean => {
  const name = podOf(pod).status?.nominatedNodeName
  const node = nodes.find((one) => one.name === name)
  return [...(node?.pods ?? [])].some(
    (other) => other.metadata.deletionTimestamp !== undefined && priorityOf(other) < priorityOf(pod),
  )
}
