import { podOf } from '../api/kinds/shared/pod-types'
import type { ApiObject } from '../machinery/object'
import { priorityOf } from './preemption'
import type { SchedulerSettings } from './profiles'

/** Whether a pod has no node and could be given one. */
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

/** The pods that wait for a node, by key: how important they are, and when each may be tried again. */
export class WaitingPods {
  private readonly pods = new Map<string, ApiObject>()
  /** Those of them that were promised a node. */
  private readonly promised = new Map<string, ApiObject>()
  private readonly attempts = new Map<string, { count: number; at: number }>()

  constructor(private readonly settings: Pick<SchedulerSettings, 'firstBackOffMs' | 'longestBackOffMs'>) {}

  keys(): string[] {
    return [...this.pods.keys()]
  }
  /** Those that were promised a node whose pods leave for them. */
  nominated(): ApiObject[] {
    return [...this.promised.values()]
  }
  /** More important pods are placed before others. */
  rank(key: string): number {
    const pod = this.pods.get(key)
    return pod ? priorityOf(pod) : 0
  }

  /** Notes a pod as it is now; undefined for one that does not wait. */
  set(key: string, pod: ApiObject | undefined): void {
    if (pod) this.pods.set(key, pod)
    else this.pods.delete(key)
    if (pod && podOf(pod).status?.nominatedNodeName) this.promised.set(key, pod)
    else this.promised.delete(key)
  }

  /** Milliseconds until a pod may be tried; 0 or less for one that may be now. Each failure doubles the wait. */
  waitMs(key: string, now: number): number {
    const before = this.attempts.get(key)
    if (!before) return 0
    const { firstBackOffMs, longestBackOffMs } = this.settings
    return before.at + Math.min(firstBackOffMs * 2 ** (before.count - 1), longestBackOffMs) - now
  }
  /** Notes that no node was found for a pod. */
  failed(key: string, now: number): void {
    this.attempts.set(key, { count: (this.attempts.get(key)?.count ?? 0) + 1, at: now })
  }
  /** Forgets that no node was found for a pod before. */
  settled(key: string): void {
    this.attempts.delete(key)
  }
}
