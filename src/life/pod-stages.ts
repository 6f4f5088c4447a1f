import { podOf, isPodReady } from '../api/kinds/shared/pod-types'
import { clone, type JsonObject } from '../machinery/json'
import { parseGoDuration } from '../machinery/go-duration'
import type { ApiObject } from '../machinery/object'
import { deadlineOf, overdue, overdueEvents } from './pod-deadline'
import { conditions, initStatuses, KILLED, readinessIsStale, unfinishedInit, withContainers } from './pod-status'
import { evicted, evicts, leavesNext } from './pressure'
import {
  firstPull,
  killEvents,
  pullBackOff,
  pullError,
  pullFails,
  pullWaits,
  restartEvents,
  startEvents,
  startWaits,
} from './container-events'
import { failsForProbe, probeFails, stopEvents, stopped, untilStopped } from './probe-failures'
import { generationIsStale } from './reported-status'
import { rejected, rejectionOf, REJECTIONS, rejects } from './node-admission'
import { RESIZE_STAGES } from './resize-stages'
import { restartsAfter } from './restarts'
import type { MemberExpression, Stage, StageContext } from './stage'
import {
  backedOff,
  backOffSeconds,
  containersOf,
  crashed,
  ended,
  failureOf,
  restarted,
  running,
  statusesOf,
  waiting,
} from './container-statuses'

/** Annotation: how long the containers of a pod run that ends by itself: a duration such as `30s`. */
export const DURATION = 'life.orch.io/duration'

const ALIVE: MemberExpression = { key: 'metadata.deletionTimestamp', operator: 'DoesNotExist' }
const phase = (...values: string[]): MemberExpression => ({ key: 'status.phase', operator: 'In', values })
const NOT_STARTED: MemberExpression = { key: 'status.startTime', operator: 'DoesNotExist' }
const STARTED: MemberExpression = { key: 'status.startTime', operator: 'Exists' }

const HAS_DEADLINE: MemberExpression = { key: 'spec.activeDeadlineSeconds', operator: 'Exists' }

const reasonOf = (pod: ApiObject): string | undefined => statusesOf(pod)[0]?.state?.waiting?.reason
const runs = (pod: ApiObject): boolean => statusesOf(pod).every(({ state }) => state?.running)
const fails =
  (...failures: string[]) =>
  (pod: ApiObject) =>
    failures.includes(failureOf(pod) ?? '')
/** Exit code and reason of the first container when the pod asks for a failure. */
const failingEnd = (pod: ApiObject) =>
  fails('oom')(pod) ? { exitCode: KILLED, reason: 'OOMKilled' } : { exitCode: 1, reason: 'Error' }
const failingRestarts = (pod: ApiObject): boolean =>
  containersOf(pod)
    .slice(0, 1)
    .every((one) => restartsAfter(one, pod, failingEnd(pod).exitCode))
/** The first container has ended, and is to be started again. */
const hasCrashed = (pod: ApiObject): boolean => statusesOf(pod)[0]?.state?.terminated !== undefined
const isFirstCrash = (pod: ApiObject): boolean => (statusesOf(pod)[0]?.restartCount ?? 0) === 0
const waits = (pod: ApiObject, ...reasons: string[]): boolean => reasons.includes(reasonOf(pod) ?? '')

function durationOf({ metadata }: ApiObject): number | undefined {
  const text = metadata.annotations?.[DURATION]
  if (text === undefined) return undefined
  try {
    return Number(parseGoDuration(text)) || undefined
  } catch {
    return undefined // not a duration: the default applies
  }
}

/** The longest time until the startup and readiness probes of a container may have succeeded, in milliseconds. */
const probeDelay = (pod: ApiObject): number =>
  Math.max(
    0,
    ...containersOf(pod).map(({ startupProbe, readinessProbe: probe }) => {
      const readiness = probe
        ? (probe.initialDelaySeconds ?? 0) + ((probe.successThreshold ?? 1) - 1) * (probe.periodSeconds ?? 10)
        : 0
      // Both delays count from the start of the container.
      return Math.max(startupProbe?.initialDelaySeconds ?? 0, readiness)
    }),
  ) * 1000

const STARTING = ['Pulled', 'Created', 'Started']

const pullFailed = (pod: ApiObject, { now }: StageContext): JsonObject =>
  withContainers(pod, waiting(pod, 'ErrImagePull', pullError(pod)), now)

/** The attempts of a pod come ever later, so its age tells how many there were. */
function pullBackOffMs(pod: ApiObject, now: number): number {
  const age = Math.max(0, now - Date.parse(podOf(pod).status?.startTime ?? ''))
  return backOffSeconds(1 + Math.floor(Math.log2(age / 10_000 + 1))) * 1000
}

/** The life cycle of a pod on a simulated node. */
export const POD_STAGES: readonly Stage[] = [
  {
    name: 'accepted',
    about: 'A pod has a node: its image is being pulled.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Pending'), NOT_STARTED] },
    when: (pod, _, place) => rejectionOf(pod, place) === undefined,
    delay: { milliseconds: 100, jitterMilliseconds: 100 },
    next: {
      tell: { reasons: ['Pulling'], events: firstPull },
      status(pod, { now, node, address }) {
        const init = initStatuses(pod, undefined, now)
        const podIP = podOf(pod).spec?.hostNetwork ? hostOf(node) : address()
        return withContainers(pod, waiting(pod, init.length > 0 ? 'PodInitializing' : 'ContainerCreating'), now, {
          startTime: now,
          hostIP: hostOf(node),
          podIP,
          podIPs: [{ ip: podIP }],
          ...(init.length > 0 && { initContainerStatuses: init }),
        })
      },
    },
  },
  {
    name: 'rejected',
    about: 'A pod has a node that cannot take it: a resource is missing, a port is taken, or labels do not match.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Pending'), NOT_STARTED] },
    when: (pod, _, place) => rejectionOf(pod, place) !== undefined,
    delay: { milliseconds: 100, jitterMilliseconds: 100 },
    next: { tell: { reasons: REJECTIONS, events: rejects }, status: rejected },
  },
  {
    name: 'init-container-ends',
    about: 'The next init container has done its work.',
    mounted: true,
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Pending'), STARTED] },
    when: (pod) => unfinishedInit(pod) !== undefined && failureOf(pod) !== 'image',
    delay: { milliseconds: 1000, jitterMilliseconds: 500 },
    next: {
      tell: {
        reasons: STARTING,
        events: (pod, context) =>
          startEvents(pod, 'initContainers', ({ name }) => name === unfinishedInit(pod), context),
      },
      status(pod, { now }) {
        const init = initStatuses(pod, unfinishedInit(pod), now)
        const after = clone(pod)
        Object.assign((after['status'] ??= {}), { initContainerStatuses: init })
        return withContainers(after, statusesOf(pod), now, { initContainerStatuses: init })
      },
    },
  },
  {
    name: 'started',
    about: 'Init containers have ended, volumes are attached: the containers start.',
    mounted: true,
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Pending'), STARTED] },
    when: (pod) => unfinishedInit(pod) === undefined && failureOf(pod) !== 'image',
    delay: { milliseconds: 1000, jitterMilliseconds: 1000 },
    next: {
      tell: {
        reasons: STARTING,
        events: (pod, context) => [...startEvents(pod, 'containers', () => true, context), ...probeFails(pod)],
      },
      status: (pod, { now }) => withContainers(pod, running(pod, now), now, { phase: 'Running' }),
    },
  },
  {
    name: 'probe-succeeds',
    about: 'The containers run, and their startup and readiness probes may succeed.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Running')] },
    when: (pod) => runs(pod) && statusesOf(pod).some(({ ready }) => !ready) && !fails('probe', 'startup')(pod),
    delay: { milliseconds: 0, from: probeDelay },
    next: {
      status: (pod, { now }) =>
        withContainers(
          pod,
          statusesOf(pod).map((status) => ({ ...status, started: true, ready: true })),
          now,
        ),
    },
  },
  {
    name: 'readiness-follows',
    about: 'A readiness gate has changed.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Running')] },
    when: readinessIsStale,
    weight: 0,
    next: { status: (pod, { now }) => ({ conditions: conditions(pod, statusesOf(pod), now) }) },
  },
  {
    name: 'generation-follows',
    about: 'The spec has changed, and the node has seen it.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Running')] },
    when: generationIsStale,
    weight: 1000,
    next: { status: (pod, { now }) => ({ conditions: conditions(pod, statusesOf(pod), now) }) },
  },
  ...RESIZE_STAGES,
  {
    name: 'completed',
    about: 'The containers of a pod that ends by itself are done.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Running')] },
    when: (pod) =>
      containersOf(pod).every((one) => !restartsAfter(one, pod, 0)) &&
      runs(pod) &&
      !fails('crash', 'oom', 'evict', 'liveness', 'startup')(pod) &&
      !awaitsProbe(pod),
    delay: { milliseconds: 5000, jitterMilliseconds: 1000, from: durationOf },
    next: {
      status: (pod, { now }) => withContainers(pod, ended(pod, 0, 'Completed', now), now, { phase: 'Succeeded' }),
    },
  },
  {
    name: 'image-cannot-be-pulled',
    about: 'The failure "image" is chosen.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Pending'), STARTED] },
    when: (pod) => fails('image')(pod) && !waits(pod, 'ErrImagePull', 'ImagePullBackOff'),
    delay: { milliseconds: 1000 },
    next: {
      tell: { reasons: ['Failed'], events: (pod) => pullFails(pod, false) },
      status: pullFailed,
    },
  },
  {
    name: 'image-waits',
    about: 'An image could not be pulled: the next attempt has to wait.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Pending'), STARTED] },
    when: (pod) => fails('image')(pod) && waits(pod, 'ErrImagePull'),
    delay: { milliseconds: 1000, jitterMilliseconds: 1000 },
    next: {
      tell: { reasons: ['BackOff', 'Failed'], events: pullWaits },
      status: (pod, { now, release }) =>
        withContainers(pod, waiting(pod, 'ImagePullBackOff', pullBackOff(pod, release)), now),
    },
  },
  {
    name: 'image-is-pulled-again',
    about: 'The back-off of an image is over: 10 s at first, twice as long each time, five minutes at most.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Pending'), STARTED] },
    when: (pod) => fails('image')(pod) && waits(pod, 'ImagePullBackOff'),
    delay: { milliseconds: 0, from: pullBackOffMs },
    next: {
      tell: { reasons: ['Pulling', 'Failed'], events: (pod) => pullFails(pod, true) },
      status: pullFailed,
    },
  },
  {
    name: 'crashes',
    about: 'The failure "crash" or "oom" is chosen, and containers restart.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Running')] },
    when: (pod) => fails('crash', 'oom')(pod) && runs(pod) && failingRestarts(pod),
    weight: 1000,
    delay: { milliseconds: 2000, jitterMilliseconds: 1000, from: durationOf },
    next: {
      status: (pod, { now }) => {
        const { exitCode, reason } = failingEnd(pod)
        return withContainers(pod, crashed(pod, exitCode, reason, now), now)
      },
    },
  },
  {
    name: 'restarts-at-once',
    about: 'A container crashed for the first time: it starts again without a back-off.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Running')] },
    when: (pod) => hasCrashed(pod) && isFirstCrash(pod) && failingRestarts(pod),
    delay: { milliseconds: 1000 },
    next: {
      tell: { reasons: STARTING, events: restartEvents },
      status: (pod, { now }) => withContainers(pod, restarted(pod, now), now),
    },
  },
  {
    name: 'restart-waits',
    about: 'A container crashed again: it waits, 10 s at first, twice as long each time, five minutes at most.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Running')] },
    when: (pod) => hasCrashed(pod) && !isFirstCrash(pod) && failingRestarts(pod),
    delay: { milliseconds: 1000 },
    next: {
      tell: { reasons: ['BackOff'], events: startWaits },
      status: (pod, { now }) => withContainers(pod, backedOff(pod), now),
    },
  },
  {
    name: 'fails-for-good',
    about: 'The failure "crash" or "oom" is chosen, and nothing restarts.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Running')] },
    when: (pod) => fails('crash', 'oom')(pod) && runs(pod) && !failingRestarts(pod),
    delay: { milliseconds: 2000, jitterMilliseconds: 1000, from: durationOf },
    next: {
      status: (pod, { now }) => {
        const { exitCode, reason } = failingEnd(pod)
        return withContainers(pod, ended(pod, exitCode, reason, now), now, { phase: 'Failed' })
      },
    },
  },
  {
    name: 'restarts',
    about: 'A crashed container has waited for its back-off.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Running')] },
    when: (pod) => waits(pod, 'CrashLoopBackOff'),
    delay: { milliseconds: 0, from: (pod) => backOffSeconds(statusesOf(pod)[0]?.restartCount ?? 1) * 1000 },
    next: {
      tell: { reasons: STARTING, events: restartEvents },
      status: (pod, { now }) => withContainers(pod, restarted(pod, now), now),
    },
  },
  {
    name: 'probe-fails',
    about: 'The failure "probe" is chosen.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Running')] },
    when: (pod) => fails('probe')(pod) && runs(pod) && (isPodReady(pod) || statusesOf(pod).some(({ ready }) => ready)),
    weight: 1000,
    delay: { milliseconds: 1000 },
    next: {
      tell: { reasons: ['Unhealthy'], events: probeFails },
      status: (pod, { now }) =>
        withContainers(
          pod,
          statusesOf(pod).map((status) => ({ ...status, ready: false })),
          now,
        ),
    },
  },
  {
    name: 'stopped-for-probe',
    about:
      'The failure "liveness" or "startup" is chosen: the probe has failed as often as it may, and the container is stopped.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Running')] },
    when: (pod) => failsForProbe(pod) && runs(pod),
    weight: 1000,
    delay: { milliseconds: 0, from: untilStopped },
    next: { tell: { reasons: ['Unhealthy', 'Killing'], events: stopEvents }, status: stopped },
  },
  {
    name: 'deadline-exceeded',
    about: 'The pod has been on its node for its activeDeadlineSeconds, whatever it does.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Pending', 'Running'), STARTED, HAS_DEADLINE] },
    deadline: deadlineOf,
    next: { tell: { reasons: ['DeadlineExceeded', 'Killing'], events: overdueEvents }, status: overdue },
  },
  {
    name: 'evicted',
    about: 'The failure "evict" is chosen.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Pending', 'Running')] },
    when: fails('evict'),
    weight: 1000,
    delay: { milliseconds: 1000 },
    next: {
      tell: { reasons: ['Evicted'], events: evicts },
      status: evicted,
    },
  },
  {
    name: 'evicted-for-pressure',
    about:
      'The node is short of a resource: it evicts one pod after another, first those that use more than they request.',
    resource: 'pods',
    selector: { matchExpressions: [ALIVE, phase('Pending', 'Running')] },
    when: (pod, _, place) => leavesNext(pod, place),
    weight: 100_000,
    delay: { milliseconds: 10_000 },
    next: { tell: { reasons: ['Evicted'], events: evicts }, status: evicted },
  },
  {
    name: 'terminated',
    about: 'The pod is being deleted: its containers stop within the grace period.',
    resource: 'pods',
    selector: { matchExpressions: [{ key: 'metadata.deletionTimestamp', operator: 'Exists' }] },
    when: (pod) => (pod.metadata.deletionGracePeriodSeconds ?? 0) > 0,
    delay: {
      milliseconds: 1000,
      from: (pod) => Math.min(1000, Number(pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000),
    },
    next: {
      tell: { reasons: ['Killing'], events: killEvents },
      delete: true,
    },
  },
]

const awaitsProbe = (pod: ApiObject): boolean => fails('probe')(pod) && statusesOf(pod).some(({ ready }) => ready)

const hostOf = (node: ApiObject | undefined): string =>
  ((node?.['status'] as { addresses?: { type: string; address: string }[] } | undefined)?.addresses ?? []).find(
    ({ type }) => type === 'InternalIP',
  )?.address ?? ''
