import { isSidecar } from '../api/kinds/shared/sidecars'
import { type Container, podOf } from '../api/kinds/shared/pod-types'
import type * as core from 'kt126/core/v1'
import type { Draft } from '../api/kinds/meta/draft'
import type { JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'

export type ContainerStatus = Draft<core.ContainerStatus>

/** Annotation with the failure to simulate: one of `image`, `crash`, `oom`, `probe`, `evict`. */
export const FAIL = 'life.orch.io/fail'
export const failureOf = ({ metadata }: ApiObject): string | undefined => metadata.annotations?.[FAIL]

export const containersOf = (pod: ApiObject): Container[] => podOf(pod).spec?.containers ?? []
const initContainersOf = (pod: ApiObject): Container[] => podOf(pod).spec?.initContainers ?? []
export const statusesOf = (pod: ApiObject): ContainerStatus[] => podOf(pod).status?.containerStatuses ?? []

/** The first init container that has not ended, or for a sidecar not started. */
export const unfinishedInit = (pod: ApiObject): string | undefined => {
  const states = new Map((podOf(pod).status?.initContainerStatuses ?? []).map((s) => [s.name, s.state]))
  return initContainersOf(pod).find((container) => {
    const state = states.get(container.name)
    return !state?.terminated && !(isSidecar(container) && state?.running)
  })?.name
}

/** Whether the conditions of all the pod's readiness gates are true. */
const gatesPass = (pod: ApiObject): boolean =>
  (podOf(pod).spec?.readinessGates ?? []).every(({ conditionType }) =>
    (podOf(pod).status?.conditions ?? []).some(({ type, status }) => type === conditionType && status === 'True'),
  )

export const isReady = (pod: ApiObject): boolean =>
  (podOf(pod).status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True')

/** Whether the condition Ready differs from the state of containers and gates. */
export const readinessIsStale = (pod: ApiObject): boolean =>
  isReady(pod) !== (statusesOf(pod).length > 0 && statusesOf(pod).every(({ ready }) => ready) && gatesPass(pod))

const list = (names: readonly (string | undefined)[]): string => `[${names.map((name) => name ?? '').join(' ')}]`

/** The pod's conditions after its containers have changed; a condition whose status stays keeps its transition time. */
export function conditions(pod: ApiObject, statuses: readonly ContainerStatus[], now: string): JsonObject[] {
  const old = podOf(pod).status?.conditions ?? []
  const waiting = statuses.filter(({ ready }) => !ready).map(({ name }) => name)
  const unready = `containers with unready status: ${list(waiting)}`
  const over = statuses.length > 0 && statuses.every(({ state }) => state?.terminated)
  const incomplete = initContainersOf(pod).map(({ name }) => name)
  const facts: Record<string, { ok: boolean; reason?: string; message?: string }> = {
    Initialized: unfinishedInit(pod)
      ? {
          ok: false,
          reason: 'ContainersNotInitialized',
          message: `containers with incomplete status: ${list(incomplete.slice(incomplete.indexOf(unfinishedInit(pod))))}`,
        }
      : { ok: true, ...(over && { reason: 'PodCompleted' }) },
    ContainersReady:
      waiting.length === 0
        ? { ok: true }
        : over
          ? { ok: false, reason: 'PodCompleted' }
          : { ok: false, reason: 'ContainersNotReady', message: unready },
  }
  const ready = facts['ContainersReady'] ?? { ok: false }
  facts['Ready'] =
    ready.ok && !gatesPass(pod)
      ? { ok: false, reason: 'ReadinessGatesNotReady', message: 'a readiness gate of the pod is not true' }
      : ready
  facts['PodScheduled'] = { ok: true }
  const made = Object.entries(facts).map(([type, { ok, reason, message }]): JsonObject => {
    const status = ok ? 'True' : 'False'
    const before = old.find((condition) => condition.type === type)
    return {
      type,
      status,
      ...(reason !== undefined && { reason }),
      ...(message !== undefined && { message }),
      lastTransitionTime: before?.status === status ? (before.lastTransitionTime ?? now) : now,
    }
  })
  const others = old.filter(({ type }) => facts[type ?? ''] === undefined)
  return [...(others as JsonObject[]), ...made]
}

/** A status patch with these containers and the conditions that follow from them. */
export function withContainers(
  pod: ApiObject,
  statuses: readonly ContainerStatus[],
  now: string,
  more: JsonObject = {},
): JsonObject {
  const over = more['phase'] === 'Succeeded' || more['phase'] === 'Failed'
  const patch = {
    ...more,
    containerStatuses: statuses as JsonObject[],
    ...(over && initContainersOf(pod).some(isSidecar) && { initContainerStatuses: endedSidecars(pod, now) }),
  }
  return { ...patch, conditions: conditions(pod, statuses, now) }
}

/** Sidecars end last, after the other containers. */
const endedSidecars = (pod: ApiObject, now: string): JsonObject[] =>
  (podOf(pod).status?.initContainerStatuses ?? []).map((status): JsonObject => {
    const { running: runs, terminated } = status.state ?? {}
    if (terminated || !runs) return status
    const state = {
      terminated: { exitCode: 0, reason: 'Completed', startedAt: runs.startedAt ?? now, finishedAt: now },
    }
    return { ...status, ready: false, started: false, state }
  })

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

export type Resources = NonNullable<Container['resources']>

/** The allocated resources of a container: its requests. Releases that lack the field omit it. */
export const given = (
  resources: Resources = {},
): { resources: Resources; allocatedResources?: Record<string, string> } => ({
  resources,
  ...(resources.requests && { allocatedResources: resources.requests }),
})

/** The statuses of all containers, running. A container is not ready yet if it has a readiness probe, or is to fail it. */
export const running = (pod: ApiObject, now: string): ContainerStatus[] =>
  containersOf(pod).map(({ name = '', image = '', readinessProbe, resources }) => {
    const before = statusesOf(pod).find((status) => status.name === name)
    return {
      name,
      image,
      imageID: `simulated://${image}`,
      containerID: `simulated://${pod.metadata.uid ?? ''}/${name}`,
      restartCount: before?.restartCount ?? 0,
      ...(before?.lastState && { lastState: before.lastState }),
      started: true,
      ready: !readinessProbe && failureOf(pod) !== 'probe',
      ...given(resources),
      state: { running: { startedAt: before?.state?.running?.startedAt ?? now } },
    }
  })

/** The statuses of all containers, terminated. */
export const ended = (pod: ApiObject, exitCode: number, reason: string, now: string): ContainerStatus[] =>
  running(pod, now).map((status) => ({
    ...status,
    ready: false,
    started: false,
    state: {
      terminated: {
        exitCode,
        reason,
        startedAt: status.state?.running?.startedAt ?? now,
        finishedAt: now,
        containerID: status.containerID ?? '',
      },
    },
  }))

/** The first container has crashed and waits for its next start; the others keep their status. */
export function crashed(pod: ApiObject, exitCode: number, reason: string, now: string): ContainerStatus[] {
  return statusesOf(pod).map((status, i) => {
    if (i > 0) return status
    const name = status.name ?? ''
    return {
      ...status,
      ready: false,
      started: false,
      restartCount: (status.restartCount ?? 0) + 1,
      lastState: {
        terminated: { exitCode, reason, startedAt: status.state?.running?.startedAt ?? now, finishedAt: now },
      },
      state: {
        waiting: {
          reason: 'CrashLoopBackOff',
          message: `back-off ${backOffSeconds((status.restartCount ?? 0) + 1)}s restarting failed container=${name} pod=${pod.metadata.name ?? ''}`,
        },
      },
    }
  })
}

/** The back-off before the next start: 10 s, doubled with each restart, five minutes at most. */
export const backOffSeconds = (restarts: number): number => Math.min(10 * 2 ** Math.max(0, restarts - 1), 300)

/** Init container statuses with `done` ended, or started if it is a sidecar; undefined before the first. */
export function initStatuses(pod: ApiObject, done: string | undefined, now: string): JsonObject[] {
  const old = podOf(pod).status?.initContainerStatuses ?? []
  return initContainersOf(pod).map((container): JsonObject => {
    const { name = '', image = '' } = container
    const stays = isSidecar(container)
    const before = old.find((status) => status.name === name)
    const terminated = { exitCode: 0, reason: 'Completed', startedAt: now, finishedAt: now }
    if (before && name !== done) return before
    return {
      name,
      image,
      imageID: '',
      restartCount: 0,
      ready: name === done,
      ...(stays && { started: name === done }),
      state:
        name !== done
          ? { waiting: { reason: 'PodInitializing' } }
          : stays
            ? { running: { startedAt: now } }
            : { terminated },
    }
  })
}
