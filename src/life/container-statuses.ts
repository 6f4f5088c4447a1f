import type * as core from 'kt126/core/v1'
import { type Container, podOf } from '../api/kinds/shared/pod-types'
import type { Draft } from '../api/kinds/meta/draft'
import { formatGoDuration } from '../machinery/go-duration'
import type { ApiObject } from '../machinery/object'

/** The status of a container, which may be incomplete. */
export type ContainerStatus = Draft<core.ContainerStatus>

/** Annotation with the failure to simulate: one of `image`, `crash`, `oom`, `probe`, `liveness`, `startup`, `evict`. */
export const FAIL = 'life.orch.io/fail'

/** The failure that a pod is to simulate, if any. */
export const failureOf = ({ metadata }: ApiObject): string | undefined => metadata.annotations?.[FAIL]

/** The containers of a pod's spec. */
export const containersOf = (pod: ApiObject): Container[] => podOf(pod).spec?.containers ?? []

/** The statuses of a pod's containers. */
export const statusesOf = (pod: ApiObject): ContainerStatus[] => podOf(pod).status?.containerStatuses ?? []

const NOTHING_RAN: ContainerStatus = { ready: false, restartCount: 0, imageID: '' }

/** The statuses of all containers, waiting for the same reason. */
export const waiting = (pod: ApiObject, reason: string, message?: string): ContainerStatus[] =>
  containersOf(pod).map(({ name = '', image = '' }) => ({
    ...NOTHING_RAN,
    restartCount: statusesOf(pod).find((status) => status.name === name)?.restartCount ?? 0,
    name,
    image,
    started: false,
    state: { waiting: { reason, ...(message !== undefined && { message }) } },
  }))

/** Requests and limits of a container. */
export type Resources = NonNullable<Container['resources']>

/** The allocated resources of a container: its requests. Releases that lack the field omit it. */
export const given = (
  resources: Resources = {},
): { resources: Resources; allocatedResources?: Record<string, string> } => ({
  resources,
  ...(resources.requests && { allocatedResources: resources.requests }),
})

/**
 * The statuses of all containers, running. A container is not ready yet if it has a readiness probe, or is to fail it; it has not started
 * yet if it has a startup probe, or is to fail that.
 */
export const running = (pod: ApiObject, now: string): ContainerStatus[] =>
  containersOf(pod).map(({ name = '', image = '', readinessProbe, startupProbe, resources }) => {
    const started = !startupProbe && failureOf(pod) !== 'startup'
    const before = statusesOf(pod).find((status) => status.name === name)
    return {
      name,
      image,
      imageID: `simulated://${image}`,
      containerID: `simulated://${pod.metadata.uid ?? ''}/${name}`,
      restartCount: before?.restartCount ?? 0,
      ...(before?.lastState && { lastState: before.lastState }),
      started,
      ready: started && !readinessProbe && failureOf(pod) !== 'probe',
      ...given(resources),
      state: { running: { startedAt: before?.state?.running?.startedAt ?? now } },
    }
  })

const terminated = (status: ContainerStatus, exitCode: number, reason: string, now: string): ContainerStatus => ({
  ...status,
  ready: false,
  started: false,
  state: {
    terminated: {
      exitCode,
      reason,
      startedAt: status.state?.running?.startedAt ?? now,
      finishedAt: now,
      ...(status.containerID !== undefined && { containerID: status.containerID }),
    },
  },
})

/** The statuses of all containers, terminated. */
export const ended = (pod: ApiObject, exitCode: number, reason: string, now: string): ContainerStatus[] =>
  running(pod, now).map((status) => terminated(status, exitCode, reason, now))

const onlyFirst = (pod: ApiObject, change: (status: ContainerStatus) => ContainerStatus): ContainerStatus[] =>
  statusesOf(pod).map((status, i) => (i === 0 ? change(status) : status))

/** The first container has crashed; the others keep their status. */
export const crashed = (pod: ApiObject, exitCode: number, reason: string, now: string): ContainerStatus[] =>
  onlyFirst(pod, (status) => terminated(status, exitCode, reason, now))

/** The first container, which crashed, waits for its next start. */
export const backedOff = (pod: ApiObject): ContainerStatus[] =>
  onlyFirst(pod, (status) => ({
    ...status,
    lastState: status.state ?? {},
    state: { waiting: { reason: 'CrashLoopBackOff', message: backOffMessage(pod, status) } },
  }))

/** A pod as nodes name it: `web-1_default(uid)`. */
export const podText = ({ metadata }: ApiObject): string =>
  `${metadata.name ?? ''}_${metadata.namespace ?? ''}(${metadata.uid ?? ''})`

function backOffMessage(pod: ApiObject, { name = '', restartCount = 1 }: ContainerStatus): string {
  const wait = formatGoDuration(backOffSeconds(restartCount) * 1000)
  return `back-off ${wait} restarting failed container=${name} pod=${podText(pod)}`
}

/** The first container, which crashed, runs again. */
export function restarted(pod: ApiObject, now: string): ContainerStatus[] {
  const again = running(pod, now)
  return onlyFirst(pod, (before) => ({
    ...before,
    ...again[0],
    restartCount: (before.restartCount ?? 0) + 1,
    lastState: before.state?.terminated ? before.state : (before.lastState ?? {}),
    state: { running: { startedAt: now } },
  }))
}

/** A back-off: 10 s, doubled with each one before it, five minutes at most. */
export const backOffSeconds = (restarts: number): number => Math.min(10 * 2 ** Math.max(0, restarts - 1), 300)
