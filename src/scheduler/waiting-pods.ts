import { podOf } from '../api/kinds/shared/pod-types'
import type { ApiObject } from '../machinery/object'
import { priorityOf } from './preemption'
import type { SchedulerSettings } from './profiles'

/** Whether a pod has no node and can be scheduled. */
export const isWaiting = (pod: ApiObject): boolean => {
  const { spec, status } = podOf(pod)
  return (
    !spec?.nodeName &&
    !pod.metadata.deletionTimestamp &&
    (spec?.schedulingGates ?? []).length === 0 &&
    status?.phase !== 'Succeeded' &&
    status?.phase !== 'Failed'
  )
}

/** The pending pods by key: their priority, and when each may be tried again. */
export class WaitingPods {
  private readonly pods = new Map<string, ApiObject>()
  /** The nominated ones among them. */
  private readonly promised = new Map<string, ApiObject>()
  private readonly attempts = new Map<string, { count: number; at: number }>()

  constructor(private readonly settings: Pick<SchedulerSettings, 'firstBackOffMs' | 'longestBackOffMs'>) {}

  keys(): string[] {
    return [...this.pods.keys()]
  }
  /** Pods nominated to a node, pending preemption of its lower-priority pods. */
  nominated(): ApiObject[] {
    return [...this.promised.values()]
  }
  /** More important pods are placed first. */
  rank(key: string): number {
    const pod = this.pods.get(key)
    return pod ? priorityOf(pod) : 0
  }

  /** Records a pod's current state; undefined if it is no longer pending. */
  set(key: string, pod: ApiObject | undefined): void {
    if (pod) this.pods.set(key, pod)
    else this.pods.delete(key)
    if (pod && podOf(pod).status?.nominatedNodeName) this.promised.set(key, pod)
    else this.promised.delete(key)
  }

  /** Milliseconds until a pod may be tried; 0 or less if now. Each failure doubles the wait. */
  waitMs(key: string, now: number): number {
    const before = this.attempts.get(key)
    if (!before) return 0
    const { firstBackOffMs, longestBackOffMs } = this.settings
    return before.at + Math.min(firstBackOffMs * 2 ** (before.count - 1), longestBackOffMs) - now
  }
  /** Records that no node was found for a pod. */
  failed(key: string, now: number): void {
    this.attempts.set(key, { count: (this.attempts.get(key)?.count ?? 0) + 1, at: now })
  }
  /** Resets the failures of a pod. */
  settled(key: string): void {
    this.attempts.delete(key)
  }
}
