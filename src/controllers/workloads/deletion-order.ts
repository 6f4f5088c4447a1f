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

type Compare = (a: ApiObject, b: ApiObject) => number

/**
 * Who goes first when there are too many: unassigned before assigned, pending before running, unready before ready, cheap before
 * dear (PodDeletionCost), crowded before alone, ready for a short time before long, restarted often before seldom, young before old.
 * With LogarithmicScaleDown times of about the same length count as one, and the identifier decides.
 */
export function deletionOrder(pods: readonly ApiObject[], { now, feature, related }: DeletionRules): ApiObject[] {
  const perNode = new Map<string, number>()
  for (const pod of related) perNode.set(nodeOf(pod), (perNode.get(nodeOf(pod)) ?? 0) + 1)
  const younger = (time: (pod: ApiObject) => number): Compare => {
    const logarithmic = feature('LogarithmicScaleDown')
    return (a, b) => {
      const [first, second] = [time(a), time(b)]
      if (first === second) return 0
      if (!logarithmic) return second - first
      return magnitude(now - first) - magnitude(now - second) || (uidOf(a) < uidOf(b) ? -1 : 1)
    }
  }
  const by =
    (value: (pod: ApiObject) => number): Compare =>
    (a, b) =>
      value(a) - value(b)
  const rules: Compare[] = [
    by((pod) => (nodeOf(pod) ? 1 : 0)),
    by((pod) => PHASES[podOf(pod).status?.phase ?? 'Pending'] ?? 1),
    by((pod) => (hasReadyCondition(pod) ? 1 : 0)),
    by((pod) => (feature('PodDeletionCost') ? costOf(pod) : 0)),
    by((pod) => -(perNode.get(nodeOf(pod)) ?? 0)),
    younger((pod) => (hasReadyCondition(pod) ? Date.parse(conditionOf(pod, 'Ready')?.lastTransitionTime ?? '') : 0)),
    by(
      (pod) =>
        -Math.max(0, ...(podOf(pod).status?.containerStatuses ?? []).map(({ restartCount = 0 }) => restartCount)),
    ),
    younger((pod) => Date.parse(pod.metadata.creationTimestamp ?? '')),
    (a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1),
  ]
  return [...pods].sort((a, b) => {
    for (const rule of rules) {
      const order = rule(a, b)
      if (order !== 0) return order
    }
    return 0
  })
}

const nodeOf = (pod: ApiObject): string => podOf(pod).spec?.nodeName ?? ''
const uidOf = ({ metadata }: ApiObject): string => metadata.uid ?? ''

/** How many binary digits a time in milliseconds has when it is counted in nanoseconds. */
const magnitude = (ms: number): number => (ms > 0 ? Math.floor(Math.log2(ms * NANOSECONDS)) : -1)

function costOf({ metadata }: ApiObject): number {
  const text = metadata.annotations?.[COST] ?? ''
  return WHOLE.test(text) ? Number(text) : 0
}
