import type * as core from 'kt126/core/v1'
import { greatest, least } from '../machinery/lists'
import { podOf } from '../api/kinds/shared/pod-types'
import { asDraft } from '../api/kinds/meta/draft'
import { takes } from './filters'
import type { ClusterView, Score } from './plugin'
import { meetsTerm, tolerates } from './node-selection'
import { spreadSelector } from './topology-spread'
import { controllerUidOf, type NodeInfo, requestsOf, SCORED } from './snapshot'

/** The requests assumed for a pod without any, so that such pods spread as well. */
const ASSUMED: Readonly<Record<string, number>> = { cpu: 100, memory: 200 * 1024 * 1024 }

/** The utilization of a resource with the pod added, 0 to 1. */
function used(world: ClusterView, node: NodeInfo, resource: string): number {
  const all = node.allocatable.get(resource) ?? 0
  if (all === 0) return 1
  const assumed = ASSUMED[resource] ?? 0
  const pods = node.silent.get(resource) ?? 0
  const wanted = requestsOf(world.pod).get(resource) ?? assumed
  return Math.min(1, ((node.requested.get(resource) ?? 0) + pods * assumed + wanted) / all)
}

/** Whether emptier or fuller nodes are better. */
export const STRATEGIES = ['LeastAllocated', 'MostAllocated'] as const
/** How a node is scored by the resources it has left. */
export interface Strategy {
  readonly type: (typeof STRATEGIES)[number]
  /** The weight of each resource; absent for cpu and memory with equal weights. */
  readonly weights?: ReadonlyMap<string, number>
}

/** Scores nodes by their free or their allocated resources. */
export function resourcesScore({ type, weights = new Map(SCORED.map((name) => [name, 1])) }: Strategy): Score {
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const share = (taken: number) => (type === 'MostAllocated' ? taken : 1 - taken)
  return {
    name: 'NodeResourcesFit',
    weight: 1,
    whole: true,
    raw: (world, node) =>
      [...weights].reduce((sum, [name, weight]) => sum + weight * share(used(world, node, name)) * 100, 0) / all,
  }
}

/** The scores with their default weights. */
export const SCORES: readonly Score[] = [
  resourcesScore({ type: 'LeastAllocated' }),
  {
    name: 'NodeResourcesBalancedAllocation',
    weight: 1,
    whole: true,
    raw(world, node) {
      const [cpu = 0, memory = 0] = SCORED.map((resource) => used(world, node, resource))
      return (1 - Math.abs(cpu - memory) / 2) * 100
    },
  },
  {
    name: 'TaintToleration',
    weight: 3,
    reverse: true,
    raw: ({ pod }, { object }) =>
      (asDraft<core.Node>(object).spec?.taints ?? []).filter(
        (taint) => taint.effect === 'PreferNoSchedule' && !tolerates(podOf(pod).spec?.tolerations ?? [], taint),
      ).length,
  },
  {
    name: 'NodeAffinity',
    weight: 2,
    raw: ({ pod }, { object }) =>
      (podOf(pod).spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [])
        .filter(({ preference }) => meetsTerm(object, preference ?? {}))
        .reduce((sum, { weight = 0 }) => sum + weight, 0),
  },
  {
    name: 'PodTopologySpread',
    weight: 2,
    reverse: true,
    raw({ pod, nodes }, node) {
      const soft = (podOf(pod).spec?.topologySpreadConstraints ?? []).filter(
        ({ whenUnsatisfiable }) => whenUnsatisfiable === 'ScheduleAnyway',
      )
      const owner = controllerUidOf(pod)
      // Without constraints of its own, a pod avoids nodes with pods of the same owner.
      if (soft.length === 0) return owner === undefined ? 0 : (node.siblings.get(owner) ?? 0)
      return soft.reduce((sum, constraint) => {
        const { topologyKey = '' } = constraint
        const selector = spreadSelector(pod, constraint)
        const domain = node.object.metadata.labels?.[topologyKey]
        const peers = nodes.filter(({ object }) => object.metadata.labels?.[topologyKey] === domain)
        const same = peers
          .flatMap(({ pods }) => [...pods])
          .filter(({ metadata }) => metadata.namespace === pod.metadata.namespace && selector.matches(metadata.labels))
        return sum + same.length
      }, 0)
    },
  },
  {
    name: 'InterPodAffinity',
    weight: 2,
    raw({ pod, nodes, namespaces }, node) {
      const { podAffinity, podAntiAffinity } = podOf(pod).spec?.affinity ?? {}
      const side = (terms: NonNullable<typeof podAffinity>['preferredDuringSchedulingIgnoredDuringExecution']) =>
        (terms ?? []).reduce((sum, { weight = 0, podAffinityTerm: term = {} }) => {
          const key = term.topologyKey ?? ''
          const domain = node.object.metadata.labels?.[key]
          const peers = nodes.filter(({ object }) => domain !== undefined && object.metadata.labels?.[key] === domain)
          const near = peers.flatMap(({ pods }) => [...pods]).filter((other) => takes(pod, term, other, namespaces))
          return sum + weight * near.length
        }, 0)
      return (
        side(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution) -
        side(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution)
      )
    },
  },
]

/** The weighted points of each node, by plugin. */
export function points(world: ClusterView, fitting: readonly NodeInfo[]): Map<NodeInfo, Record<string, number>> {
  const found = new Map<NodeInfo, Record<string, number>>(fitting.map((node) => [node, {}]))
  for (const score of world.profile.scores) {
    const raws = fitting.map((node) => score.raw(world, node))
    const [low, high] = [least(raws), greatest(raws)]
    for (const [i, node] of fitting.entries()) {
      const raw = raws[i] ?? 0
      const scaled = high === low ? 0 : ((raw - low) / (high - low)) * 100
      const value = score.whole ? raw : score.reverse ? (high === low ? 0 : 100 - scaled) : scaled
      const mine = found.get(node)
      if (mine) mine[score.name] = value * score.weight
    }
  }
  return found
}

/** The sum of a node's points; the highest is the best. */
export const totalOf = (scores: Readonly<Record<string, number>> = {}): number =>
  Object.values(scores).reduce((sum, value) => sum + value, 0)
