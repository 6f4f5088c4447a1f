import type * as policy from 'kt126/policy/v1'
import { asDraft } from '../api/kinds/meta/draft'
import { compileLabelSelector } from '../machinery/labels'
import { podOf } from '../api/kinds/shared/pod-types'
import type { ApiObject } from '../machinery/object'
import type { ClusterView } from './plugin'
import { addTo, type NodeInfo, without } from './snapshot'
import { firstRefusal, type Judged, judgeFor } from './verdicts'

export const priorityOf = (pod: ApiObject): number => podOf(pod).spec?.priority ?? 0
const startOf = (pod: ApiObject): string => podOf(pod).status?.startTime ?? pod.metadata.creationTimestamp ?? ''

/** Who would have to go from a node so that a pod fits there. */
export interface Eviction {
  readonly node: NodeInfo
  readonly victims: readonly ApiObject[]
  /** How many of them a disruption budget would keep. */
  readonly violations: number
}

/** What is against the pod on a node that is not as it is now. */
const refusalsOn = (world: ClusterView, node: NodeInfo): readonly string[] => {
  const nodes = world.nodes.map((other) => (other.name === node.name ? node : other))
  return firstRefusal(judgeFor({ ...world, nodes })(node)).map(({ reason }) => reason)
}

/** Which of some pods can't go without breaking a disruption budget, where they go in this order. */
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
      // Its going is counted already.
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
 * The fewest pods of lower priority whose going lets the pod in, or why even all of them are not enough. Those whose going
 * would break a disruption budget stay as long as others can go.
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
  // Those of a budget come back first, then the most important, as long as there is room for both.
  const victims: ApiObject[] = []
  for (const pod of [...lower.filter((one) => breaking.has(one)), ...lower.filter((one) => !breaking.has(one))]) {
    const tried = addTo(rest, pod)
    if (refusalsOn(world, tried).length === 0) rest = tried
    else victims.push(pod)
  }
  return { node, victims, violations: victims.filter((pod) => breaking.has(pod)).length }
}

// So that two victims cost more than one even where priorities are negative.
const LEAST_PRIORITY = 2 ** 31

/** The fewer and the less important the better; of equal victims those that have run for the shortest time. */
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

/** Who has to go for a pod, or what each node says against it. */
export type Preemption = Eviction | ReadonlyMap<string, readonly string[]>
export const isEviction = (found: Preemption | undefined): found is Eviction =>
  found !== undefined && 'victims' in found

/** The node whose pods it costs least to remove; undefined where the pod must not preempt. */
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

/** Nodes with the pods that are promised to them: those count for everybody of no higher priority. */
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

/** Whether pods of lower priority are on their way out of the node that the pod was promised: then it waits for them. */
export const victimsAreLeaving = (pod: ApiObject, nodes: readonly NodeInfo[]): boolean => {
  const name = podOf(pod).status?.nominatedNodeName
  const node = nodes.find((one) => one.name === name)
  return [...(node?.pods ?? [])].some(
    (other) => other.metadata.deletionTimestamp !== undefined && priorityOf(other) < priorityOf(pod),
  )
}
