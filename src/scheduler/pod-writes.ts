import { PODS } from '../client/core-targets'
import { behaves } from '../api/releases/ledger'
import { podOf } from '../api/kinds/shared/pod-types'
import type { ControllerDeps } from '../controllers/controllers'
import { setDisruptionTarget } from '../controllers/workloads/disruption-target'
import { timestamp } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import { isStatus } from '../client/status-error'
import type { RecordScheduling } from './scheduling-events'

/** The profile name to use for a pod's events, and its recorder; undefined for pods without a profile. */
export interface Voice {
  readonly name: string
  readonly record: RecordScheduling | undefined
}

/** The scheduler's writes to pods: binding, the reason for waiting, and preemption. */
export class PodWrites {
  constructor(
    private readonly deps: Pick<ControllerDeps, 'client' | 'clock' | 'feature' | 'release'>,
    private readonly voiceOf: (pod: ApiObject) => Voice,
  ) {}

  /** Binds a pod to a node and records an event. Rejects with the server's error if the pod can't be bound. */
  async bind(pod: ApiObject, node: string, message: string): Promise<void> {
    const { name = '', namespace, uid } = pod.metadata
    const binding = { metadata: { name, namespace, uid }, target: { apiVersion: 'v1', kind: 'Node', name: node } }
    await this.deps.client.create({ ...PODS, namespace }, binding, { name, subresource: 'binding' })
    await this.voiceOf(pod).record?.(pod, { type: 'Normal', reason: 'Scheduled', message })
  }

  /** Writes into the pod's status why it is pending, and its nominated node, unless the status says so already. */
  async explain(pod: ApiObject, message: string, nominated: string | undefined): Promise<void> {
    const { name = '', namespace, uid } = pod.metadata
    const { status } = podOf(pod)
    const old = status?.conditions?.find(({ type }) => type === 'PodScheduled')
    const told = old?.status === 'False' && old.message === message
    if (told && (status?.nominatedNodeName ?? '') === (nominated ?? '')) return
    const at = old?.status === 'False' ? old.lastTransitionTime : timestamp(this.deps.clock.now())
    const reason = 'Unschedulable'
    const condition = { type: 'PodScheduled', status: 'False', reason, message, lastTransitionTime: at }
    const patch = {
      metadata: { uid },
      status: { conditions: [condition], nominatedNodeName: nominated ?? null },
    }
    const target = { ...PODS, namespace }
    try {
      await this.deps.client.patch(target, name, 'strategic', patch, { subresource: 'status' })
    } catch (error) {
      if (!isStatus(error, 'NotFound')) throw error
    }
    if (!told) await this.voiceOf(pod).record?.(pod, { type: 'Warning', reason: 'FailedScheduling', message })
  }

  /** Deletes a pod to make room for a more important one, unless it is being deleted already. */
  async evict(pod: ApiObject, victim: ApiObject, node: string): Promise<void> {
    const { name = '', namespace, uid } = victim.metadata
    if (victim.metadata.deletionTimestamp) return
    const voice = this.voiceOf(pod)
    const { release } = this.deps
    const message = `${voice.name}: preempting to accommodate a higher priority pod`
    await setDisruptionTarget(this.deps, victim, { reason: 'PreemptionByScheduler', message })
    try {
      await this.deps.client.delete({ ...PODS, namespace }, name, { body: { preconditions: { uid } } })
      await voice.record?.(victim, {
        type: 'Normal',
        reason: 'Preempted',
        message: `Preempted by ${preemptorText(pod, release)} on node ${node}`,
        related: pod,
      })
    } catch (error) {
      if (!isPassing(error)) throw error
    }
  }
}

/** The preempting pod in the event of its victim, whose readers may not know pods of other namespaces. */
function preemptorText({ metadata: { namespace = '', name = '', uid = '' } }: ApiObject, release: number): string {
  if (behaves('preemption-tells-uid', release)) return `pod ${uid}`
  return behaves('preemption-hides-preemptor', release) ? 'a pod' : `${namespace}/${name}`
}

/** Whether a write failed only because its object is gone or was changed concurrently; the watch will report the change. */
export const isPassing = (error: unknown): boolean => isStatus(error, 'NotFound') || isStatus(error, 'Conflict')
