import type * as apps from 'kt126/apps/v1'
import { PODS, REPLICATION_CONTROLLERS } from '../../client/core-targets'
import { asDraft } from '../../api/kinds/meta/draft'
import { isNamespaceEnding } from '../../client/status-error'
import { messageOf } from '../../machinery/message-of'
import { compileLabelSelector, selectorOfSet } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerCache } from '../watched-cache'
import { runNamed } from '../kit'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { eventRecorder } from './events'
import { candidatesFor, claim, controllerUid, ownerReference, ownersOf } from './owners'
import { inBatches } from './batches'
import { deletionOrder } from './deletion-order'
import { isActive, isTerminating, podFrom, PodWriter } from './pods'
import { type SetKind, writeStatus } from './replica-set-status'

/** Above this size a set is reconciled at this interval in milliseconds, instead of at every change of a pod. */
const LARGE = 50
const GATHER_MS = 250

/** Maximum number of pods created or deleted per reconciliation. */
const BURST = 500

const SET_KINDS: readonly SetKind[] = [
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
    target: REPLICATION_CONTROLLERS,
    apiVersion: 'v1',
    kind: 'ReplicationController',
    selector: (object) => selectorOfSet((object['spec'] as { selector?: Record<string, string> }).selector ?? {}),
  },
]

/** They keep the requested number of pods of a template (resource API, "Workloads"). */
export const [replicaSet, replicationController] = SET_KINDS.map((setKind): ControllerRow => ({
  name: setKind.name,
  defaultOn: 'with-workloads',
  account: setKind.account,
  needs: ['v1/pods', [setKind.apiVersion, setKind.target.resource].join('/')],
  start: (deps) => run(deps, setKind),
})) as [ControllerRow, ControllerRow]

function run(deps: ControllerDeps, setKind: SetKind): Promise<void> {
  const events = eventRecorder(deps, setKind.account, setKind)
  const writer = new PodWriter(deps, events)
  return runNamed(deps, setKind.name, {
    watches: [
      { target: setKind.target, keys: (set) => [keyOf(set)] },
      {
        target: PODS,
        index: controllerUid,
        keys: (pod, [sets]) => ownersOf(pod, setKind.kind, sets, setKind.selector),
        gatherMs: (key, [sets]) => (isLarge(sets, key) ? GATHER_MS : 0),
      },
    ],
    async reconcile(key, [sets, pods]) {
      const { namespace = '', name } = splitKey(key)
      const set = sets?.get(namespace, name)
      if (!set) return writer.forget(key)
      if (!pods || writer.behind(key, pods.revision)) return
      const deleting = set.metadata.deletionTimestamp !== undefined
      const owner = ownerReference(set, setKind.apiVersion, setKind.kind)
      const selector = setKind.selector(set)
      const all = candidatesFor(set, pods)
      const candidates = all.filter((pod) => isActive(pod) && !writer.isGone(pod))
      const mine = await claim(deps.client, PODS, owner, deleting, selector, candidates)
      const failure = deleting
        ? undefined
        : await manage(deps, writer, set, mine, setKind, () => related(set, mine, sets, pods))
      const terminating = all.filter((pod) => isTerminating(pod) && controllerUid(pod) === set.metadata.uid).length
      const again = await writeStatus(deps, setKind, set, mine, terminating, failure)
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
  { apiVersion, kind }: SetKind,
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
    // Nothing can be created in a namespace that is being deleted.
    if (isNamespaceEnding(error)) return undefined
    if (missing < 0) return new Error(`unable to delete pods: ${messageOf(error)}`)
    return error instanceof Error ? error : new Error(String(error))
  }
}
