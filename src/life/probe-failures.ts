import { type Container, podOf } from '../api/kinds/shared/pod-types'
import type { JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { containersOf, crashed, failureOf } from './container-statuses'
import { KILLED, stoppedByNode, withContainers } from './pod-status'
import { restartsAfter } from './restarts'
import type { StageContext, StageEvent } from './stage'

/** The probes of a container, by the failure that a pod can simulate for them. */
const PROBES = {
  probe: { field: 'readinessProbe', title: 'Readiness' },
  liveness: { field: 'livenessProbe', title: 'Liveness' },
  startup: { field: 'startupProbe', title: 'Startup' },
} as const
type ProbeFailure = keyof typeof PROBES

/** What probes do if they don't say it. */
const [PERIOD_SECONDS, THRESHOLD] = [10, 3]

const chosen = (pod: ApiObject): ProbeFailure | undefined => {
  const failure = failureOf(pod) ?? ''
  return Object.hasOwn(PROBES, failure) ? (failure as ProbeFailure) : undefined
}

/** Whether a pod is to fail a probe for which its node stops the container. */
export const failsForProbe = (pod: ApiObject): boolean => ['liveness', 'startup'].includes(chosen(pod) ?? '')

const probeIn = (container: Container, failure: ProbeFailure) => container[PROBES[failure].field] ?? {}

/** Milliseconds from the start of a container to the last failure that its probe allows. */
export function untilStopped(pod: ApiObject): number {
  const [first = {}] = containersOf(pod)
  const { initialDelaySeconds = 0, periodSeconds, failureThreshold } = probeIn(first, chosen(pod) ?? 'liveness')
  return (initialDelaySeconds + (periodSeconds || PERIOD_SECONDS) * ((failureThreshold || THRESHOLD) - 1)) * 1000
}

function unhealthy(pod: ApiObject, container: Container, failure: ProbeFailure): StageEvent {
  const probe = probeIn(container, failure)
  const address = `${podOf(pod).status?.podIP ?? ''}:${String(probe.tcpSocket?.port ?? '')}`
  const why = probe.httpGet
    ? 'HTTP probe failed with statuscode: 503'
    : probe.tcpSocket
      ? `dial tcp ${address}: connect: connection refused`
      : 'simulated'
  return {
    type: 'Warning',
    reason: 'Unhealthy',
    message: `${PROBES[failure].title} probe failed: ${why}`,
    fieldPath: `spec.containers{${container.name ?? ''}}`,
  }
}

/** The readiness probes of a pod fail, in the words of each kind of probe. */
export const probeFails = (pod: ApiObject): StageEvent[] =>
  chosen(pod) === 'probe' ? containersOf(pod).map((container) => unhealthy(pod, container, 'probe')) : []

/** The probe of the first container has failed as often as it may: the node stops the container. */
export function stopEvents(pod: ApiObject): StageEvent[] {
  const failure = chosen(pod)
  const [first] = containersOf(pod)
  if (!first || !failure) return []
  const told = unhealthy(pod, first, failure)
  const message = `Container ${first.name ?? ''} failed ${failure} probe, will be restarted`
  const times = probeIn(first, failure).failureThreshold || THRESHOLD
  return [
    { ...told, times },
    { ...told, type: 'Normal', reason: 'Killing', message },
  ]
}

/** The status after the node has stopped the first container; the pod has failed if nothing restarts. */
export function stopped(pod: ApiObject, { now }: StageContext): JsonObject {
  const again = containersOf(pod)
    .slice(0, 1)
    .every((one) => restartsAfter(one, pod, KILLED))
  return again ? withContainers(pod, crashed(pod, KILLED, 'Error', now), now) : stoppedByNode(pod, now)
}
