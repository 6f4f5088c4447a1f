import type { Feature } from '../../api/releases/gates'
import { podOf } from '../../api/kinds/shared/pod-types'
import type { ApiObject } from '../../machinery/object'
import { conditionOf, hasReadyCondition } from './pods'

/** Annotation of a pod: the cost of deleting it, relative to other pods of its set. */
const COST = 'controller.orch.io/pod-deletion-cost'
/** An integer in canonical form; anything else counts as 0. */
const WHOLE = /^(?:0|-?[1-9][0-9]*)$/
const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 }
const NANOSECONDS = 1e6

/** The inputs of the deletion order. */
export interface DeletionRules {
  readonly now: number
  readonly feature: Feature
  /** Active pods of the set and its sibling sets: pods that share a node with many of them are deleted first. */
  readonly related: readonly ApiObject[]
}

/** The compared properties of a pod, computed once. */
interface Candidate {
  readonly pod: ApiObject
  /** Compared before the times; smaller ranks are deleted first. */
  readonly rank: readonly number[]
  /** When it became ready; 0 if it is not ready. */
  readonly ready: number
  readonly restarts: number
  readonly created: number
}

type Compare = (a: Candidate, b: Candidate) => number

/**
 * The order in which surplus pods are deleted: unassigned before assigned, pending before running, unready before ready, lower before
 * higher deletion cost (PodDeletionCost), crowded nodes first, recently ready first, more restarts first, newer first. With
 * LogarithmicScaleDown times of the same magnitude are equal, and the uid decides.
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

/** The binary order of magnitude of a time in milliseconds, counted in nanoseconds. */
const magnitude = (ms: number): number => (ms > 0 ? Math.floor(Math.log2(ms * NANOSECONDS)) : -1)

function costOf({ metadata }: ApiObject): number {
  const text = metadata.annotations?.[COST] ?? ''
  return WHOLE.test(text) ? Number(text) : 0
}
