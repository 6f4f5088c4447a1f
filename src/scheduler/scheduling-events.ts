import { behaves } from '../api/releases/ledger'
import type { Target } from '../client/targets'
import type { ControllerDeps } from '../controllers/controllers'
import { eventName, eventRecorder, logLost } from '../controllers/workloads/events'
import { microTimestamp } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'

/** What happened to a pod; `related` is the pod that caused it. */
export interface SchedulingEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason: 'Scheduled' | 'FailedScheduling' | 'Preempted'
  readonly message: string
  readonly related?: ApiObject
}

/** Writes an event about a pod. Never blocks or fails its caller. */
export type RecordScheduling = (pod: ApiObject, event: SchedulingEvent) => Promise<void>

const POD_KIND = { apiVersion: 'v1', kind: 'Pod' }
const GROUP = 'events.orch.io'
const ACTIONS = { Scheduled: 'Binding', FailedScheduling: 'Scheduling', Preempted: 'Preempting' }
/** A real scheduler adds the name of its host. */
const HOST = 'simulated'

const referenceTo = ({ metadata: { name, namespace, uid, resourceVersion } }: ApiObject) => ({
  ...POD_KIND,
  name,
  namespace,
  uid,
  ...(resourceVersion && { resourceVersion }),
})

/**
 * Records events as one profile of the scheduler. Since 1.16 they are written in the events group, whose events have one time with
 * microseconds and an action, but neither a source nor a count.
 */
export function schedulingRecorder(deps: ControllerDeps, profile: string): RecordScheduling {
  const { client, clock, random, feed } = deps
  const version = behaves('scheduler-events-stable', deps.release) ? 'v1' : 'v1beta1'
  if (!behaves('scheduler-events', deps.release) || !feed.resolve(`${GROUP}/${version}`, 'Event')) {
    const record = eventRecorder(deps, profile, POD_KIND)
    return (pod, { type, reason, message }) => record(pod, type, reason, message)
  }
  return async (pod, { type, reason, message, related }) => {
    const { name = '', namespace = '' } = pod.metadata
    const target: Target = { group: GROUP, version, resource: 'events', namespace }
    try {
      await client.create(target, {
        metadata: { name: eventName(random, name) },
        eventTime: microTimestamp(clock.now()),
        reportingController: profile,
        reportingInstance: `${profile}-${HOST}`,
        action: ACTIONS[reason],
        reason,
        regarding: referenceTo(pod),
        ...(related && { related: referenceTo(related) }),
        note: message,
        type,
      })
    } catch (error) {
      logLost(deps, profile, reason, error)
    }
  }
}
