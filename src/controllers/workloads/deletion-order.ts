import type { Feature } from '../../api/releases/gates'
import { podOf } from '../../api/kinds/shared/pod-types'
import type { ApiObject } from '../../machinery/object'
import { conditionOf, hasReadyCondition } from './pods'

/** On a pod: what its end costs, compared with other pods of its set. */
const COST = 'controller.orch.io/pod-deletion-cost'
/** A whole number as the usual writer writes it; whatever else is written there counts as 0. */
const WHOLE = /^(?:0|-?[1-9][0-9]*)$/
const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 }
const NANOSECONDS = 1e6

/** What decides who goes first. */
export interface DeletionRules {
  readonly now: number
  readonly feature: Feature
  /** Pods of the set and of those beside it: who shares a node with many of them goes before others. */
  readonly related: readonly ApiObject[]
}

/** What is compared of a pod, found once. */
interface Candidate {
  readonly pod: ApiObject
  /** What decides before its times: the smaller goes first. */
  readonly rank: readonly number[]
  /** Since when it is ready; 0 where it is not. */
  readonly ready: number
  readonly restarts: number
  readonly created: number
}

type Compare = (a: Candidate, b: Candidate) => number

/**
 * Who goes first when there are too many: unassigned before assigned, pending before running, unready before ready, cheap before
 * dear (PodDeletionCost), crowded before alone, ready for a short time before long, restarted often before seldom, young before old.
 * With LogarithmicScaleDown times of about the same length count as one, and the identifier decides.
 */
export function deletionOrder(pods: readonly ApiObject[], { now, feature, related }: DeletionRules): ApiObject[] {
  const perNode = new Map<string, number>()
  for (const pod of related) perNode.set(nodeOf(pod), (perNode.get(nodeOf(pod)) ?? 0) + 1)
  const [costs, logarithmic] = [feature('PodDeletionCost'), feature('LogarithmicScaleDown')]
  const younger =
    (time: 'ready' | 'created'): Compare =>
    (a, b) => {
      if (a[time] === b[time]) return 0
      if (!logarithmic) return b[time] - a[time]
      return magnitude(now - a[time]) - magnitude(now - b[time]) || (uidOf(a.pod) < uidOf(b.pod) ? -1 : 1)
    }
  const rules: Compare[] = [
    (a, b) => firstDifference(a.rank, b.rank),
    younger('ready'),
    (a, b) => b.restarts - a.restarts,
    younger('created'),
    (a, b) => ((a.pod.metadata.name ?? '') < (b.pod.metadata.name ?? '') ? -1 : 1),
  ]
  return pods
    .map((pod) => candidateOf(pod, costs, perNode.get(nodeOf(pod)) ?? 0))
    .sort((a, b) => {
      for (const rule of rules) {
        const order = rule(a, b)
        if (order !== 0) return order
      }
      return 0
    })
    .map(({ pod }) => pod)
}

function candidateOf(pod: ApiObject, costs: boolean, neighbours: number): Candidate {
  const { phase = 'Pending', containerStatuses = [] } = podOf(pod).status ?? {}
  const ready = hasReadyCondition(pod)
  return {
    pod,
    rank: [nodeOf(pod) ? 1 : 0, PHASES[phase] ?? 1, ready ? 1 : 0, costs ? costOf(pod) : 0, -neighbours],
    ready: ready ? Date.parse(conditionOf(pod, 'Ready')?.lastTransitionTime ?? '') || 0 : 0,
    restarts: Math.max(0, ...containerStatuses.map(({ restartCount = 0 }) => restartCount)),
    created: Date.parse(pod.metadata.creationTimestamp ?? ''),
  }
}

function firstDifference(a: readonly number[], b: readonly number[]): number {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value - (b[i] ?? 0)
  return 0
}

const nodeOf = (pod: ApiObject): string => podOf(pod).spec?.nodeName ?? ''
const uidOf = ({ metadata }: ApiObject): string => metadata.uid ?? ''

/** How many binary digits a time in milliseconds has when it is counted in nanoseconds. */
const magnitude = (ms: number): number => (ms > 0 ? Math.floor(Math.log2(ms * NANOSECONDS)) : -1)

function costOf({ metadata }: ApiObject): number {
  const text = metadata.annotations?.[COST] ?? ''
  return WHOLE.test(text) ? Number(text) : 0
}
