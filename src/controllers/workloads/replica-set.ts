import { least } from '../../machinery/lists'
import { podOf } from '../../api/kinds/shared/pod-types'
import type * as apps from 'kt126/apps/v1'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { isStatus, type Target } from '../../client/client'
import { timestamp } from '../../machinery/clock'
import { clone, equal } from '../../machinery/json'
import { compileLabelSelector, type LabelSelector, selectorOfSet } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import { type ControllerCache, keyOf, splitKey } from '../watched-cache'
import type { RequeueAfter } from '../work-queue'
import { runNamed } from '../kit'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { eventRecorder } from './events'
import { candidatesFor, claim, controllerUid, ownerReference, ownersOf } from './owners'
import { inBatches } from './batches'
import { deletionOrder } from './deletion-order'
import { availableIn, isActive, isTerminating, hasReadyCondition, podFrom, WORKLOAD_PODS, PodWriter } from './pods'

/** Includes fields of later releases. */
type Status = Draft<apps.ReplicaSetStatus> & { terminatingReplicas?: number }

/** The only differences between replica sets and replication controllers. */
interface Sort {
  readonly name: string
  readonly account: string
  readonly target: Target
  readonly apiVersion: string
  readonly kind: string
  readonly selector: (object: ApiObject) => LabelSelector
}

/** Above this size a set is reconciled at this interval in milliseconds, instead of at every change of a pod. */
const LARGE = 50
const GATHER_MS = 250

/** Maximum number of pods created or deleted per reconciliation. */
const BURST = 500

const SORTS: readonly Sort[] = [
  {
    name: 'replicaset',
    account: 'replicaset-controller',
    target: { group: 'apps', version: 'v1', resource: 'replicasets' },
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    selector: (object) => compileLabelSelector(asDraft<apps.ReplicaSet>(object).spec?.selector),
  },
  {
    name: 'replicationcontroller',
    account: 'replication-controller',
    target: { group: '', version: 'v1', resource: 'replicationcontrollers' },
    apiVersion: 'v1',
    kind: 'ReplicationController',
    selector: (object) => selectorOfSet((object['spec'] as { selector?: Record<string, string> }).selector ?? {}),
  },
]

/** They keep the requested number of pods of a template (resource API, "Workloads"). */
export const [replicaSet, replicationController] = SORTS.map((sort): ControllerRow => ({
  name: sort.name,
  defaultOn: 'with-workloads',
  account: sort.account,
  needs: ['v1/pods', [sort.apiVersion, sort.target.resource].join('/')],
  start: (deps) => run(deps, sort),
})) as [ControllerRow, ControllerRow]

function run(deps: ControllerDeps, sort: Sort): Promise<void> {
  const events = eventRecorder(deps, sort.account, sort)
  const writer = new PodWriter(deps, events)
  return runNamed(deps, sort.name, {
    watches: [
      { target: sort.target, keys: (set) => [keyOf(set)] },
      {
        target: WORKLOAD_PODS,
        index: controllerUid,
        keys: (pod, [sets]) => ownersOf(pod, sort.kind, sets, sort.selector),
        gatherMs: (key, [sets]) => (isLarge(sets, key) ? GATHER_MS : 0),
      },
    ],
    async reconcile(key, [sets, pods]) {
      const { namespace = '', name } = splitKey(key)
      const set = sets?.get(namespace, name)
      if (!set) return writer.forget(key)
      if (!pods || writer.behind(key, pods.revision)) return
      const deleting = set.metadata.deletionTimestamp !== undefined
      const owner = ownerReference(set, sort.apiVersion, sort.kind)
      const selector = sort.selector(set)
      const all = candidatesFor(set, pods)
      const candidates = all.filter((pod) => isActive(pod) && !writer.isGone(pod))
      const mine = await claim(deps.client, WORKLOAD_PODS, owner, deleting, selector, candidates)
      const failure = deleting
        ? undefined
        : await manage(deps, writer, set, mine, sort, () => related(set, mine, sets, pods))
      const terminating = all.filter((pod) => isTerminating(pod) && controllerUid(pod) === set.metadata.uid).length
      const again = await writeStatus(deps, sort, set, mine, terminating, failure)
      if (failure !== undefined) throw failure
      return again
    },
  })
}

function isLarge(sets: ControllerCache | undefined, key: string): boolean {
  const { namespace, name } = splitKey(key)
  const set = sets?.get(namespace, name)
  return set !== undefined && replicasOf(set) > LARGE
}

const replicasOf = (set: ApiObject): number => {
  const { spec, status } = asDraft<apps.ReplicaSet>(set)
  return Math.max(spec?.replicas ?? 1, status?.replicas ?? 0)
}

/** Active pods of a set, and of the other sets of its controller. */
function related(
  set: ApiObject,
  mine: readonly ApiObject[],
  sets: ControllerCache | undefined,
  pods: ControllerCache,
): readonly ApiObject[] {
  const above = controllerUid(set)
  const beside = (sets?.list(set.metadata.namespace) ?? []).filter(
    (other) => above !== '' && other.metadata.uid !== set.metadata.uid && controllerUid(other) === above,
  )
  return [...mine, ...beside.flatMap(({ metadata }) => pods.filed(metadata.uid ?? '').filter(isActive))]
}

/** Creates missing pods or deletes surplus ones; returns the error if that fails. */
async function manage(
  deps: ControllerDeps,
  writer: PodWriter,
  set: ApiObject,
  pods: readonly ApiObject[],
  { apiVersion, kind }: Sort,
  related: () => readonly ApiObject[],
): Promise<Error | undefined> {
  const { spec } = asDraft<apps.ReplicaSet>(set)
  const missing = (spec?.replicas ?? 1) - pods.length
  try {
    if (missing > 0) {
      const owner = ownerReference(set, apiVersion, kind)
      await inBatches(Math.min(missing, BURST), deps.signal, () =>
        writer.create(keyOf(set), set, podFrom(spec?.template, owner)),
      )
    }
    const rules = { now: deps.clock.now(), feature: deps.feature, related: missing < 0 ? related() : [] }
    const surplus = missing < 0 ? deletionOrder(pods, rules).slice(0, Math.min(-missing, BURST)) : []
    await inBatches(surplus.length, deps.signal, (i) => writer.delete(set, surplus[i] as ApiObject))
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function writeStatus(
  { client, clock, feature }: ControllerDeps,
  { target, kind }: Sort,
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
