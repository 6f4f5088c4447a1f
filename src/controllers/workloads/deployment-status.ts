import type * as apps from 'kt126/apps/v1'
import type { Feature } from '../../api/releases/gates'
import type { Draft } from '../../api/kinds/meta/draft'
import { timestamp } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import { availableOf, deploymentOf, fenceposts, type ReplicaSet, setOf, sum, terminatingOf } from './deployment-sets'

type Status = Draft<apps.DeploymentStatus>
type Condition = Draft<apps.DeploymentCondition>

/** Status, reason and message of a condition. */
export interface Progress {
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
}

/** The value that means no deadline. */
const NO_DEADLINE = 2 ** 31 - 1
const PROGRESSING = 'Progressing'
const FAILURE = 'ReplicaFailure'

/** The seconds in which a deployment must progress; undefined if it has no deadline. */
export function deadlineOf(deployment: ApiObject): number | undefined {
  const { progressDeadlineSeconds = NO_DEADLINE } = deploymentOf(deployment).spec ?? {}
  return progressDeadlineSeconds === NO_DEADLINE ? undefined : progressDeadlineSeconds
}

/** The condition of a deployment that tells about its rollout. */
export const rolloutConditionOf = (deployment: ApiObject): Condition | undefined =>
  find(deploymentOf(deployment).status?.conditions ?? [], PROGRESSING)

/** Sets a condition: its transition time changes with the status, its update time with the reason. */
export function withCondition(
  conditions: readonly Condition[],
  type: string,
  { status, reason, message }: Progress,
  now: number,
): Condition[] {
  const before = find(conditions, type)
  if (before?.status === status && before.reason === reason) return [...conditions]
  const transition = before?.status === status ? before.lastTransitionTime : timestamp(now)
  return [
    ...without(conditions, type),
    {
      type,
      status,
      lastUpdateTime: timestamp(now),
      ...(transition && { lastTransitionTime: transition }),
      reason,
      message,
    },
  ]
}

/** The status of a deployment with another condition about its rollout. */
export function withProgress(deployment: ApiObject, progress: Progress, now: number): Status {
  const { status = {} } = deploymentOf(deployment)
  return { ...status, conditions: withCondition(status.conditions ?? [], PROGRESSING, progress, now) }
}

const find = (conditions: readonly Condition[], type: string) => conditions.find((condition) => condition.type === type)
const without = (conditions: readonly Condition[], type: string) =>
  conditions.filter((condition) => condition.type !== type)

/** The status without an estimate of the progress: counts and the condition `Available`. */
export function statusOf(
  deployment: ApiObject,
  sets: readonly ApiObject[],
  newSet: ApiObject | undefined,
  now: number,
  feature: Feature,
): Status & { conditions: Condition[] } {
  const { spec = {}, status: old = {} } = deploymentOf(deployment)
  const available = sum(sets, availableOf)
  const enough = available >= (spec.replicas ?? 1) - fenceposts(deployment).unavailable
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: sum(sets, (set) => setOf(set).status?.replicas ?? 0),
    updatedReplicas: newSet ? (setOf(newSet).status?.replicas ?? 0) : 0,
    readyReplicas: sum(sets, (set) => setOf(set).status?.readyReplicas ?? 0),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, sum(sets, (set) => setOf(set).spec?.replicas ?? 0) - available),
    ...(feature('DeploymentReplicaSetTerminatingReplicas') && { terminatingReplicas: sum(sets, terminatingOf) }),
    ...(old.collisionCount && { collisionCount: old.collisionCount }),
    conditions: withCondition(
      old.conditions ?? [],
      'Available',
      enough
        ? { status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
        : {
            status: 'False',
            reason: 'MinimumReplicasUnavailable',
            message: 'Deployment does not have minimum availability.',
          },
      now,
    ),
  }
}

/** Whether all replicas have the newest template and are available. */
export function isComplete(deployment: ApiObject, status: Status | undefined): boolean {
  const { replicas = 1 } = deploymentOf(deployment).spec ?? {}
  const counts = [status?.updatedReplicas, status?.replicas, status?.availableReplicas]
  const observed = (status?.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  return observed && counts.every((count = 0) => count === replicas)
}

const progressed = (old: Status, next: Status): boolean =>
  (next.updatedReplicas ?? 0) > (old.updatedReplicas ?? 0) ||
  (next.readyReplicas ?? 0) > (old.readyReplicas ?? 0) ||
  (next.availableReplicas ?? 0) > (old.availableReplicas ?? 0) ||
  (next.replicas ?? 0) - (next.updatedReplicas ?? 0) < (old.replicas ?? 0) - (old.updatedReplicas ?? 0)

/** The status during a rollout, and when to check again because of the progress deadline. */
export function rolloutStatusOf(
  deployment: ApiObject,
  sets: readonly ApiObject[],
  newSet: ApiObject | undefined,
  now: number,
  feature: Feature,
): { readonly status: Status; readonly afterMs: number | undefined } {
  const status = statusOf(deployment, sets, newSet, now, feature)
  const deadline = deadlineOf(deployment)
  status.conditions =
    deadline === undefined
      ? without(status.conditions, PROGRESSING)
      : withRollout(deployment, status, newSet, deadline, now)
  const { reason, lastUpdateTime } = find(status.conditions, PROGRESSING) ?? {}
  const waits = reason !== undefined && reason !== 'NewReplicaSetAvailable' && reason !== 'ProgressDeadlineExceeded'
  const left = Date.parse(lastUpdateTime ?? '') + (deadline ?? 0) * 1000 - now
  status.conditions = withFailure(status.conditions, sets, newSet)
  return { status, afterMs: waits ? Math.max(0, left) + 1000 : undefined }
}

/** The conditions with what is known about the progress of the rollout. */
function withRollout(
  deployment: ApiObject,
  status: Status & { conditions: Condition[] },
  newSet: ApiObject | undefined,
  deadline: number,
  now: number,
): Condition[] {
  const { conditions } = status
  const before = find(conditions, PROGRESSING)
  if (before?.reason === 'NewReplicaSetAvailable' && status.replicas === status.updatedReplicas) return conditions
  const what = newSet ? `ReplicaSet "${newSet.metadata.name ?? ''}"` : `Deployment "${deployment.metadata.name ?? ''}"`
  const set = (from: Condition[], progress: Progress) => withCondition(from, PROGRESSING, progress, now)
  if (isComplete(deployment, status))
    return set(conditions, {
      status: 'True',
      reason: 'NewReplicaSetAvailable',
      message: `${what} has successfully progressed.`,
    })
  if (progressed(deploymentOf(deployment).status ?? {}, status)) {
    // Each progress restarts the deadline, so the time of the update changes even if the reason does not.
    const next = set([], { status: 'True', reason: 'ReplicaSetUpdated', message: `${what} is progressing.` })
    const [again] = next
    if (again && before?.status === 'True') again.lastTransitionTime = before.lastTransitionTime
    return [...without(conditions, PROGRESSING), ...next]
  }
  if (!before || before.reason === 'NewReplicaSetAvailable') return conditions
  if (before.reason !== 'ProgressDeadlineExceeded' && Date.parse(before.lastUpdateTime ?? '') + deadline * 1000 >= now)
    return conditions
  return set(conditions, {
    status: 'False',
    reason: 'ProgressDeadlineExceeded',
    message: `${what} has timed out progressing.`,
  })
}

/** Repeats the failure of a set, that of the newest first. */
function withFailure(
  conditions: readonly Condition[],
  sets: readonly ApiObject[],
  newSet: ApiObject | undefined,
): Condition[] {
  const failures = [...(newSet ? [newSet] : []), ...sets].flatMap(failuresOf)
  const [failure] = failures
  if (!failure) return without(conditions, FAILURE)
  const { status, reason = '', message = '', lastTransitionTime = '' } = failure
  return withCondition(
    conditions,
    FAILURE,
    { status: status as Progress['status'], reason, message },
    Date.parse(lastTransitionTime),
  )
}

type SetCondition = NonNullable<NonNullable<ReplicaSet['status']>['conditions']>[number]
const failuresOf = (set: ApiObject): SetCondition[] =>
  (setOf(set).status?.conditions ?? []).filter(({ type }) => type === FAILURE)
