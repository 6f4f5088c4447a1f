import { timestamp } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import { conditionOf } from '../workloads/pods'
import { selects, TRIGGER_TIME } from './backends'

interface Known {
  readonly service: number
  readonly pods: ReadonlyMap<string, number>
}

/** What last changed the endpoints of each service. */
export class TriggerTimes {
  private readonly known = new Map<string, Known>()

  /**
   * The time of the first change of a service or its pods since the last call for the service; undefined if neither has changed. For a
   * new service that is its creation.
   */
  next(key: string, service: ApiObject, pods: readonly ApiObject[]): string | undefined {
    const before = this.known.get(key)
    const created = Date.parse(service.metadata.creationTimestamp ?? '') || 0
    const times = new Map(
      pods
        .filter((pod) => selects(service, pod))
        .map((pod) => [pod.metadata.name ?? '', Date.parse(conditionOf(pod, 'Ready')?.lastTransitionTime ?? '') || 0]),
    )
    this.known.set(key, { service: created, pods: times })
    if (!before) return timestamp(created)
    const changed = [...times].filter(([name, at]) => at > (before.pods.get(name) ?? 0)).map(([, at]) => at)
    if (created > before.service) changed.push(created)
    return changed.length > 0 ? timestamp(changed.reduce((first, at) => Math.min(first, at))) : undefined
  }

  forget(key: string): void {
    this.known.delete(key)
  }
}

/** Annotations with the time of the last change; without it if nothing is known to have changed. */
export function withTriggerTime(annotations: Readonly<Record<string, string>> | undefined, time: string | undefined) {
  const { [TRIGGER_TIME]: _, ...others } = annotations ?? {}
  return { ...others, ...(time && { [TRIGGER_TIME]: time }) }
}
