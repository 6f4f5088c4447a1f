import { podOf } from '../../api/kinds/shared/pod-types'
import type { ApiObject } from '../../machinery/object'
import { conditionOf } from './pods'

/** A ratio this close to 1 changes nothing. */
const TOLERANCE = 0.1
/** While a pod is this young, its CPU use counts only once it has been ready for a whole window of measurement. */
const STARTING_MS = 300_000
/** A pod that has not become ready within this time of its start was never ready. */
const FIRST_READY_MS = 30_000

/** What one pod uses, in thousandths; `windowMs` is the time over which it was measured. */
export interface PodUse {
  readonly value: number
  readonly at: number
  readonly windowMs: number
}

/** The pods of a workload by what their use says. */
export interface PodGroups {
  readonly ready: string[]
  /** Their use is no sign of the load yet. */
  readonly unready: string[]
  /** Their use is not known. */
  readonly missing: string[]
}

/** Sorts pods by what their use of a resource says. Pods that are leaving or have failed do not count. */
export function groupPods(
  pods: readonly ApiObject[],
  uses: ReadonlyMap<string, PodUse>,
  resource: string,
  now: number,
): PodGroups {
  const groups: PodGroups = { ready: [], unready: [], missing: [] }
  for (const pod of pods) {
    const { name = '', deletionTimestamp } = pod.metadata
    const phase = podOf(pod).status?.phase
    const use = uses.get(name)
    if (deletionTimestamp !== undefined || phase === 'Failed') continue
    if (phase === 'Pending') groups.unready.push(name)
    else if (!use) groups.missing.push(name)
    else if (resource === 'cpu' && isStarting(pod, use, now)) groups.unready.push(name)
    else groups.ready.push(name)
  }
  return groups
}

function isStarting(pod: ApiObject, use: PodUse, now: number): boolean {
  const { status } = podOf(pod)
  const condition = conditionOf(pod, 'Ready')
  if (!condition || status?.startTime === undefined) return true
  const start = Date.parse(status.startTime)
  const since = Date.parse(condition.lastTransitionTime ?? '') || 0
  const unready = condition.status === 'False'
  if (start + STARTING_MS > now) return unready || use.at < since + use.windowMs
  return unready && start + FIRST_READY_MS > since
}

/**
 * The replicas that bring a metric to its target. `uses` are those of the ready pods; `ratioOf` gives the ratio of use and target over some pods. Pods without a known use
 * count as if they changed nothing for the worse: with their full share before a decrease, without any before an increase.
 */
export function replicasFor(
  groups: PodGroups,
  uses: ReadonlyMap<string, number>,
  full: (name: string) => number,
  ratioOf: (uses: ReadonlyMap<string, number>) => number,
  current: number,
): number {
  const known = new Map(uses)
  const ratio = ratioOf(known)
  const grows = ratio > 1
  const waits = groups.unready.length > 0 && grows
  if (!waits && groups.missing.length === 0)
    return Math.abs(ratio - 1) <= TOLERANCE ? current : Math.ceil(ratio * groups.ready.length)
  if (ratio !== 1) for (const name of groups.missing) known.set(name, grows ? 0 : full(name))
  if (waits) for (const name of groups.unready) known.set(name, 0)
  const corrected = ratioOf(known)
  const turned = (ratio < 1 && corrected > 1) || (grows && corrected < 1)
  if (Math.abs(corrected - 1) <= TOLERANCE || turned) return current
  const replicas = Math.ceil(corrected * known.size)
  return (corrected < 1 && replicas > current) || (corrected > 1 && replicas < current) ? current : replicas
}
