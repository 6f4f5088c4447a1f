import type * as core from 'kt126/core/v1'
import { PODS } from '../client/core-targets'
import { isStatus } from '../client/status-error'
import { least } from '../machinery/lists'
import type { Disruption } from '../api/kinds/core/pod/disruption-target'
import { asDraft } from '../api/kinds/meta/draft'
import { keyOf, splitKey } from '../client/object-key'
import type { ApiObject } from '../machinery/object'
import type { ControllerDeps } from '../controllers/controllers'
import { setDisruptionTarget } from '../controllers/workloads/disruption-target'
import type { Recorder } from '../controllers/workloads/events'
import type { Taint } from './node-taints'

const TAINTED: Disruption = {
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
}

/** When a pod's time is up, in milliseconds since the epoch; `done` once its deletion was asked for. */
type Due = number | 'done'

/** Deletes pods that don't tolerate a NoExecute taint of their node, or whose time is up. */
export class TaintEvictions {
  /** The pods of each node that are to be deleted, by their uids. A pod's time starts when the need is first seen. */
  private readonly scheduled = new Map<string, Map<string, { readonly pod: string; readonly due: Due }>>()

  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
  ) {}

  /** Handles the pods of one node; returns the milliseconds until the next one's time is up. */
  async look(node: ApiObject, pods: readonly ApiObject[]): Promise<number> {
    const name = node.metadata.name ?? ''
    const taints = (asDraft<core.Node>(node).spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute')
    const before = this.scheduled.get(name) ?? new Map<string, never>()
    if (taints.length === 0 && before.size === 0) return Infinity
    const now = this.deps.clock.now()
    const after = new Map<string, { pod: string; due: Due }>()
    let next = Infinity
    for (const pod of pods) {
      const uid = pod.metadata.uid ?? ''
      const was = before.get(uid)?.due
      const due = dueOf(was, toleratedMs(pod, taints), now)
      if (due === undefined) continue
      after.set(uid, { pod: keyOf(pod), due: due === 'done' || due > now ? due : 'done' })
      if (due === 'done') continue
      if (due > now) next = Math.min(next, due - now)
      else {
        if (typeof was === 'number' && was > now) await this.cancel(keyOf(pod))
        await this.delete(pod)
      }
    }
    for (const [uid, { pod, due }] of before) if (!after.has(uid) && due !== 'done') await this.cancel(pod)
    if (after.size > 0) this.scheduled.set(name, after)
    else this.scheduled.delete(name)
    return next
  }

  /** Forgets a node that is gone: its pods are deleted by others. */
  forget(node: string): void {
    this.scheduled.delete(node)
  }

  private async delete(pod: ApiObject): Promise<void> {
    const { name = '', namespace, uid } = pod.metadata
    await this.tell(keyOf(pod), `Marking for deletion Pod ${keyOf(pod)}`)
    await setDisruptionTarget(this.deps, pod, TAINTED)
    try {
      await this.deps.client.delete({ ...PODS, namespace }, name, { body: { preconditions: { uid } } })
    } catch (error) {
      if (!isStatus(error, 'NotFound') && !isStatus(error, 'Conflict')) throw error
    }
  }

  private cancel(pod: string): Promise<void> {
    return this.tell(pod, `Cancelling deletion of Pod ${pod}`)
  }

  /** The event names only the pod: it may be gone. */
  private tell(key: string, message: string): Promise<void> {
    return this.events({ metadata: splitKey(key) }, 'Normal', 'TaintManagerEviction', message)
  }
}

/** When a pod that tolerates its node's taints for so long must go; undefined if it may stay. Later changes don't move the time. */
function dueOf(before: Due | undefined, tolerated: number, now: number): Due | undefined {
  if (tolerated === Infinity) return undefined
  return tolerated > 0 || before === 'done' ? (before ?? now + tolerated) : now
}

/** How long a pod tolerates all these taints, in milliseconds. Of several tolerations of one taint the first counts. */
export function toleratedMs(pod: ApiObject, taints: readonly Taint[]): number {
  const tolerations = asDraft<core.Pod>(pod).spec?.tolerations ?? []
  const matching = taints.map((taint) =>
    tolerations.find(
      (toleration) =>
        (!toleration.effect || toleration.effect === taint.effect) &&
        (!toleration.key || toleration.key === taint.key) &&
        (toleration.operator === 'Exists' || (toleration.value ?? '') === (taint.value ?? '')),
    ),
  )
  if (matching.includes(undefined)) return 0
  const seconds = matching.map((toleration) => toleration?.tolerationSeconds ?? Infinity)
  return Math.max(0, least([Infinity, ...seconds])) * 1000
}
