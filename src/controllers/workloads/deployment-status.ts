import type * as apps from 'kt126/apps/v1'
import type { Feature } from '../../api/releases/gates'
import type { Draft } from '../../api/kinds/meta/draft'
import { timestamp } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import { availableOf, deploymentOf, fenceposts, setOf, sum, terminatingOf } from './deployment-sets'

type Status = Draft<apps.DeploymentStatus>
type Condition = Draft<apps.DeploymentCondition>

/** Status, reason and message of the condition `Progressing`. */
export interface Progress {
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
}

/** The value that means no deadline. */
const NO_DEADLINE = 2 ** 31 - 1

/** Sets a condition: its transition time changes with the status, its update time with the reason. */
export function withCondition(
  conditions: readonly Condition[],
  type: string,
  { status, reason, message }: Progress,
  now: number,
): Condition[] {
  const before = conditions.find((condition) => condition.type === type)
  if (before?.status === status && before.reason === reason) return [...conditions]
  const transition = before?.status === status ? before.lastTransitionTime : timestamp(now)
  return [
    ...conditions.filter((condition) => condition.type !== type),
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

/** The counts of a deployment's status, from its sets. */
export function countsOf(deployment: ApiObject, sets: readonly ApiObject[], newSet: ApiObject | undefined): Status {
  const replicas = sum(sets, (set) => setOf(set).status?.replicas ?? 0)
  const available = sum(sets, availableOf)
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas,
    updatedReplicas: newSet ? (setOf(newSet).status?.replicas ?? 0) : 0,
    readyReplicas: sum(sets, (set) => setOf(set).status?.readyReplicas ?? 0),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, sum(sets, (set) => setOf(set).spec?.replicas ?? 0) - available),
  }
}

const isComplete = (deployment: ApiObject, counts: Status): boolean => {
  const { replicas = 1 } = deploymentOf(deployment).spec ?? {}
  return counts.updatedReplicas === replicas && counts.replicas === replicas && counts.availableReplicas === replicas
}

const progressed = (old: Status, next: Status): boolean =>
  (next.updatedReplicas ?? 0) > (old.updatedReplicas ?? 0) ||
  (next.readyReplicas ?? 0) > (old.readyReplicas ?? 0) ||
  (next.availableReplicas ?? 0) > (old.availableReplicas ?? 0) ||
  (next.replicas ?? 0) - (next.updatedReplicas ?? 0) < (old.replicas ?? 0) - (old.updatedReplicas ?? 0)

/**
 * The status that follows from the sets (`created`: the new one was just created), and when to check again because of the progress
 * deadline.
 */
export function statusOf(
  deployment: ApiObject,
  sets: readonly ApiObject[],
  newSet: ApiObject | undefined,
  now: number,
  created: boolean,
  feature: Feature,
): { readonly status: Status; readonly afterMs: number | undefined } {
  const { spec = {}, status: old = {}, metadata } = deploymentOf(deployment)
  const counts = {
    ...countsOf(deployment, sets, newSet),
    ...(feature('DeploymentReplicaSetTerminatingReplicas') && {
      terminatingReplicas: sum(sets, terminatingOf),
    }),
  }
  const least = (spec.replicas ?? 1) - fenceposts(deployment).unavailable
  let conditions = withCondition(
    old.conditions ?? [],
    'Available',
    (counts.availableReplicas ?? 0) >= least
      ? { status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
      : {
          status: 'False',
          reason: 'MinimumReplicasUnavailable',
          message: 'Deployment does not have minimum availability.',
        },
    now,
  )
  const failure = sets
    .flatMap((set) => setOf(set).status?.conditions ?? [])
    .find(({ type }) => type === 'ReplicaFailure')
  conditions = conditions.filter(({ type }) => type !== 'ReplicaFailure')
  if (failure)
    conditions = withCondition(
      old.conditions?.filter(({ type }) => type === 'ReplicaFailure') ?? [],
      'ReplicaFailure',
      { status: 'True', reason: failure.reason ?? '', message: failure.message ?? '' },
      now,
    ).concat(conditions)
  let afterMs: number | undefined
  const deadline = spec.progressDeadlineSeconds ?? NO_DEADLINE
  const before = conditions.find(({ type }) => type === 'Progressing')
  if (deadline !== NO_DEADLINE && spec.paused !== true) {
    const what = newSet ? `ReplicaSet "${newSet.metadata.name ?? ''}"` : `Deployment "${metadata?.name ?? ''}"`
    const set = (progress: Progress): void => {
      conditions = withCondition(conditions, 'Progressing', progress, now)
    }
    const settled = before?.reason === 'NewReplicaSetAvailable' && counts.replicas === counts.updatedReplicas
    if (created)
      set({
        status: 'True',
        reason: 'NewReplicaSetCreated',
        message: `Created new replica set "${newSet?.metadata.name ?? ''}"`,
      })
    else if (isComplete(deployment, counts))
      set({ status: 'True', reason: 'NewReplicaSetAvailable', message: `${what} has successfully progressed.` })
    else if (progressed(old, counts) && !settled) {
      const progress: Progress = { status: 'True', reason: 'ReplicaSetUpdated', message: `${what} is progressing.` }
      // Each progress restarts the deadline.
      const same = before?.status === 'True' && before.reason === progress.reason
      if (same) conditions = conditions.map((c) => (c === before ? { ...c, lastUpdateTime: timestamp(now) } : c))
      else set(progress)
    } else if (before && !settled && before.reason !== 'ProgressDeadlineExceeded') {
      const left = Date.parse(before.lastUpdateTime ?? '') + deadline * 1000 - now
      if (left < 0)
        set({ status: 'False', reason: 'ProgressDeadlineExceeded', message: `${what} has timed out progressing.` })
      else afterMs = left + 1000
    }
    if (afterMs === undefined && !isComplete(deployment, counts)) afterMs = deadline * 1000 + 1000
  }
  return {
    status: { ...counts, ...(old.collisionCount && { collisionCount: old.collisionCount }), conditions },
    afterMs,
  }
}
