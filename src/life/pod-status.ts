import { isSidecar } from '../api/kinds/shared/sidecars'
import { type Container, podOf, isPodReady } from '../api/kinds/shared/pod-types'
import type { JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { type ContainerStatus, ended, statusesOf } from './container-statuses'

const initContainersOf = (pod: ApiObject): Container[] => podOf(pod).spec?.initContainers ?? []

/** The first init container that has not ended, or for a sidecar not started. */
export const unfinishedInit = (pod: ApiObject): string | undefined => {
  const states = new Map((podOf(pod).status?.initContainerStatuses ?? []).map((s) => [s.name, s.state]))
  return initContainersOf(pod).find((container) => {
    const state = states.get(container.name)
    return !state?.terminated && !(isSidecar(container) && state?.running)
  })?.name
}

/** Why the pod's readiness gates don't let it be ready: a reason for each that doesn't. */
const closedGates = (pod: ApiObject): string[] =>
  (podOf(pod).spec?.readinessGates ?? []).flatMap(({ conditionType = '' }) => {
    const found = (podOf(pod).status?.conditions ?? []).find(({ type }) => type === conditionType)
    if (!found) return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`]
    if (found.status === 'True') return []
    return [`the status of pod readiness gate "${conditionType}" is not "True", but ${found.status ?? ''}`]
  })

/** Whether the condition Ready differs from the state of containers and gates. */
export const readinessIsStale = (pod: ApiObject): boolean =>
  isPodReady(pod) !==
  (statusesOf(pod).length > 0 && statusesOf(pod).every(({ ready }) => ready) && closedGates(pod).length === 0)

const list = (names: readonly (string | undefined)[]): string => `[${names.map((name) => name ?? '').join(' ')}]`

/** Whether a condition holds, and why. */
interface Fact {
  readonly ok: boolean
  readonly reason?: string
  readonly message?: string
}

/** The pod's conditions after its containers have changed; a condition whose status stays keeps its transition time. */
export function conditions(pod: ApiObject, statuses: readonly ContainerStatus[], now: string): JsonObject[] {
  const old = podOf(pod).status?.conditions ?? []
  const waiting = statuses.filter(({ ready }) => !ready).map(({ name }) => name)
  const unready = `containers with unready status: ${list(waiting)}`
  const over = statuses.length > 0 && statuses.every(({ state }) => state?.terminated)
  const failed = statuses.some(({ state }) => (state?.terminated?.exitCode ?? 0) !== 0)
  const incomplete = initContainersOf(pod).map(({ name }) => name)
  const initialized: Fact = unfinishedInit(pod)
    ? {
        ok: false,
        reason: 'ContainersNotInitialized',
        message: `containers with incomplete status: ${list(incomplete.slice(incomplete.indexOf(unfinishedInit(pod))))}`,
      }
    : { ok: true, ...(over && !failed && { reason: 'PodCompleted' }) }
  const containersReady: Fact =
    waiting.length === 0
      ? { ok: true }
      : over
        ? { ok: false, reason: failed ? 'PodFailed' : 'PodCompleted' }
        : { ok: false, reason: 'ContainersNotReady', message: unready }
  const closed = closedGates(pod)
  const ready: Fact =
    containersReady.ok && closed.length > 0
      ? { ok: false, reason: 'ReadinessGatesNotReady', message: closed.join(', ') }
      : containersReady
  // In the order in which nodes write them.
  const facts: Record<string, Fact> = {
    Initialized: initialized,
    Ready: ready,
    ContainersReady: containersReady,
    PodScheduled: { ok: true },
  }
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

/** The exit code of a process that its node stops by force. */
export const KILLED = 137

/** The status of a pod whose node has stopped it for good; `told` is the reason. */
export const stoppedByNode = (pod: ApiObject, now: string, told: { reason?: string; message?: string } = {}) =>
  withContainers(pod, ended(pod, KILLED, 'Error', now), now, { phase: 'Failed', ...told })
