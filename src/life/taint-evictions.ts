import type * as core from 'kt126/core/v1'
import { PODS } from '../client/core-targets'
import { isStatus } from '../client/status-error'
import { least } from '../machinery/lists'
import type { Disruption } from '../api/kinds/core/pod/disruption-target'
import { asDraft } from '../api/kinds/meta/draft'
import type { ApiObject } from '../machinery/object'
import type { ControllerDeps } from '../controllers/controllers'
import { setDisruptionTarget } from '../controllers/workloads/disruption-target'
import type { Recorder } from '../controllers/workloads/events'
import type { Taint } from './node-taints'

const TAINTED: Disruption = {
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
}

/** Deletes pods that don't tolerate a taint, or whose time is up; returns the milliseconds until the next pod's time is up. */
export async function evict(
  deps: ControllerDeps,
  events: Recorder,
  node: ApiObject,
  pods: readonly ApiObject[],
): Promise<number> {
  const { client, clock } = deps
  const taints = (asDraft<core.Node>(node).spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute')
  if (taints.length === 0) return Infinity
  let next = Infinity
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp) continue
    const left = least(taints.map((taint) => toleratedFor(pod, taint, clock.now())))
    if (left > 0) {
      next = Math.min(next, left)
      continue
    }
    const { name = '', namespace, uid } = pod.metadata
    await events(pod, 'Normal', 'TaintManagerEviction', `Marking for deletion Pod ${namespace ?? ''}/${name}`)
    await setDisruptionTarget(deps, pod, TAINTED)
    try {
      await client.delete({ ...PODS, namespace }, name, { body: { preconditions: { uid } } })
    } catch (error) {
      if (!isStatus(error, 'NotFound') && !isStatus(error, 'Conflict')) throw error
    }
  }
  return next
}

/** How long a pod may still stay under a taint, in milliseconds: Infinity if it tolerates the taint forever. */
export function toleratedFor(pod: ApiObject, taint: Taint, now: number): number {
  const tolerations = (asDraft<core.Pod>(pod).spec?.tolerations ?? []).filter(
    (toleration) =>
      (!toleration.effect || toleration.effect === taint.effect) &&
      (!toleration.key || toleration.key === taint.key) &&
      (toleration.operator === 'Exists' || (toleration.value ?? '') === (taint.value ?? '')),
  )
  if (tolerations.length === 0) return 0
  const seconds = least(tolerations.map(({ tolerationSeconds }) => tolerationSeconds ?? Infinity))
  const added = taint.timeAdded ? Date.parse(taint.timeAdded) : now
  return Math.max(0, added + Math.max(0, seconds) * 1000 - now)
}
