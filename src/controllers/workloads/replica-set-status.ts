import type * as apps from 'kt126/apps/v1'
import type { ControllerName } from '../names'
import { least } from '../../machinery/lists'
import { podOf } from '../../api/kinds/shared/pod-types'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { isStatus } from '../../client/status-error'
import type { Target } from '../../client/targets'
import { timestamp } from '../../machinery/clock'
import { clone, equal } from '../../machinery/json'
import { type LabelSelector, selectorOfSet } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import type { RequeueAfter } from '../work-queue'
import type { ControllerDeps } from '../controllers'
import { availableIn, hasReadyCondition } from './pods'

/** Includes fields of later releases. */
type Status = Draft<apps.ReplicaSetStatus> & { terminatingReplicas?: number }

/** The only differences between replica sets and replication controllers. */
export interface SetKind {
  readonly name: ControllerName
  readonly account: string
  readonly target: Target
  readonly apiVersion: string
  readonly kind: string
  readonly selector: (object: ApiObject) => LabelSelector
}

/** Writes the status of a set if it changed. Returns when the next pod becomes available, if one will. */
export async function writeStatus(
  { client, clock, feature }: ControllerDeps,
  { target, kind }: SetKind,
  set: ApiObject,
  pods: readonly ApiObject[],
  terminating: number,
  failure: Error | undefined,
): Promise<RequeueAfter | undefined> {
  const now = clock.now()
  const { spec, status: old = {} } = asDraft<apps.ReplicaSet>(set)
  const waits = pods.map((pod) => availableIn(pod, spec?.minReadySeconds ?? 0, now))
  const template = selectorOfSet(spec?.template?.metadata?.labels ?? {})
  const next: Status = {
    replicas: pods.length,
    fullyLabeledReplicas: pods.filter((pod) => template.matches(podOf(pod).metadata?.labels)).length,
    readyReplicas: pods.filter(hasReadyCondition).length,
    availableReplicas: waits.filter((wait) => wait === 0).length,
    ...(kind === 'ReplicaSet' &&
      feature('DeploymentReplicaSetTerminatingReplicas') && { terminatingReplicas: terminating }),
    observedGeneration: set.metadata.generation ?? 0,
    conditions: conditionsOf(old, failure, pods.length < (spec?.replicas ?? 1), timestamp(now)),
  }
  const comparable = (status: Status) => ({
    replicas: status.replicas ?? 0,
    labelled: status.fullyLabeledReplicas ?? 0,
    ready: status.readyReplicas ?? 0,
    available: status.availableReplicas ?? 0,
    terminating: status.terminatingReplicas ?? 0,
    generation: status.observedGeneration ?? 0,
    conditions: status.conditions ?? [],
  })
  if (!equal(comparable(next), comparable(old))) {
    const updated = clone(set)
    updated['status'] = next
    try {
      await client.update({ ...target, namespace: set.metadata.namespace }, updated, { subresource: 'status' })
    } catch (error) {
      if (!isStatus(error, 'NotFound')) throw error
    }
  }
  const soonest = least(waits.filter((wait) => wait !== undefined && wait > 0).map(Number))
  return Number.isFinite(soonest) ? { afterMs: soonest } : undefined
}

function conditionsOf(
  { conditions = [] }: Status,
  failure: Error | undefined,
  creating: boolean,
  now: string,
): NonNullable<Status['conditions']> {
  if (!failure) return conditions.filter(({ type }) => type !== 'ReplicaFailure')
  // The first failure is kept: recording each one would change the set and trigger an immediate retry.
  if (conditions.some(({ type }) => type === 'ReplicaFailure')) return conditions
  const reason = creating ? 'FailedCreate' : 'FailedDelete'
  return [
    ...conditions,
    { type: 'ReplicaFailure', status: 'True', reason, message: failure.message, lastTransitionTime: now },
  ]
}
