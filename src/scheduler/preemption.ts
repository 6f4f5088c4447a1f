import { podOf } from '../api/kinds/shared/pod-types'
import type { ApiObject } from '../machinery/object'
import type { ClusterView } from './filters'
import { addTo, type NodeInfo, without } from './snapshot'
import { firstRefusal, type Judged, judgeAll } from './verdicts'

export const priorityOf = (pod: ApiObject): number => podOf(pod).spec?.priority ?? 0
const startOf = (pod: ApiObject): string => podOf(pod).status?.startTime ?? pod.metadata.creationTimestamp ?? ''

/** Who would have to go from a node so that a pod fits there. */
export interface Eviction {
  readonly node: NodeInfo
  readonly victims: readonly ApiObject[]
}

const fitsOn = (world: ClusterView, node: NodeInfo): boolean => {
  const nodes = world.nodes.map((other) => (other.name === node.name ? node : other))
  const [judged] = judgeAll({ ...world, nodes }).filter((one) => one.node === node)
  return judged !== undefined && firstRefusal(judged).length === 0
}

/** The fewest pods of lower priority whose going lets the pod in; undefined where even all of them are not enough. */
function victimsOn(world: ClusterView, node: NodeInfo): Eviction | undefined {
  const priority = priorityOf(world.pod)
  const lower = [...node.pods].filter((pod) => priorityOf(pod) < priority)
  if (lower.length === 0) return undefined
  let rest = without(node, lower)
  if (!fitsOn(world, rest)) return undefined
  // The most important come back first, as long as there is room for both.
  const victims: ApiObject[] = []
  for (const pod of lower.sort((a, b) => priorityOf(b) - priorityOf(a) || (startOf(a) < startOf(b) ? -1 : 1))) {
    const tried = addTo(rest, pod)
    if (fitsOn(world, tried)) rest = tried
    else victims.push(pod)
  }
  return { node, victims }
}

/** The node whose pods it costs least to remove; undefined where none helps, or where the pod may not preempt. */
export function preemption(world: ClusterView, judged: readonly Judged[]): Eviction | undefined {
  if (podOf(world.pod).spec?.preemptionPolicy === 'Never') return undefined
  const cost = ({ victims }: Eviction): readonly [number, number, number] => [
    Math.max(...victims.map(priorityOf)),
    victims.reduce((sum, pod) => sum + priorityOf(pod), 0),
    victims.length,
  ]
  let best: Eviction | undefined
  for (const one of judged) {
    if (firstRefusal(one).length === 0 || one.refusals.flat().some(({ final }) => final)) continue
    const found = victimsOn(world, one.node)
    if (found && found.victims.length > 0 && (!best || isLess(cost(found), cost(best)))) best = found
  }
  return best
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
