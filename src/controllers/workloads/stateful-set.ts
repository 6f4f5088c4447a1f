import { PERSISTENT_VOLUME_CLAIMS, PODS } from '../../client/core-targets'
import { compileLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerCache } from '../watched-cache'
import type { ControllerRow } from '../controllers'
import { runNamed } from '../kit'
import { eventRecorder } from './events'
import { claim, ownerReference, ownersOf } from './owners'
import { PodWriter } from './pods'
import { REVISIONS } from './revisions'
import { ordinalOf, podWords, statefulOf } from './stateful-pods'
import { STATEFUL_SET_KIND, STATEFUL_SETS, StatefulSetSync } from './stateful-set-sync'
import { objectName } from './stateful-claims'

const NAME = 'statefulset'

const selectorOf = (set: ApiObject) => compileLabelSelector(statefulOf(set).spec?.selector)

/** The keys of the sets that a claim may belong to by its name. The set then checks the claim's owners. */
const setsOf = (claim: ApiObject, sets: ControllerCache | undefined): string[] =>
  (sets?.list(claim.metadata.namespace) ?? [])
    .filter((set) =>
      (statefulOf(set).spec?.volumeClaimTemplates ?? []).some(({ metadata }) =>
        objectName(claim).startsWith(`${metadata?.name ?? ''}-${objectName(set)}-`),
      ),
    )
    .map(keyOf)

/** Keeps pods with stable names and claims, created one at a time if the set is ordered (resource API, "Workloads"). */
export const statefulSet: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'statefulset-controller',
  needs: ['apps/v1/statefulsets', 'apps/v1/controllerrevisions', 'v1/pods', 'v1/persistentvolumeclaims'],
  start(deps) {
    const events = eventRecorder(deps, 'statefulset-controller', STATEFUL_SET_KIND)
    const writer = new PodWriter(deps, events, podWords)
    return runNamed(deps, NAME, {
      watches: [
        { target: STATEFUL_SETS, keys: (set) => [keyOf(set)] },
        { target: PODS, keys: (pod, [sets]) => ownersOf(pod, STATEFUL_SET_KIND.kind, sets, selectorOf) },
        { target: REVISIONS, keys: (revision, [sets]) => ownersOf(revision, STATEFUL_SET_KIND.kind, sets, selectorOf) },
        {
          target: PERSISTENT_VOLUME_CLAIMS,
          keys: (claim, [sets]) => (deps.feature('StatefulSetAutoDeletePVC') ? setsOf(claim, sets) : []),
        },
      ],
      async reconcile(key, [sets, pods, revisions, claims]) {
        const { namespace = '', name } = splitKey(key)
        const set = sets?.get(namespace, name)
        if (!set) return writer.forget(key)
        if (!pods || writer.behind(key, pods.revision)) return
        const owner = ownerReference(set, STATEFUL_SET_KIND.apiVersion, STATEFUL_SET_KIND.kind)
        const named = pods.list(namespace).filter((pod) => ordinalOf(set, pod) !== undefined)
        const deleting = set.metadata.deletionTimestamp !== undefined
        const mine = await claim(deps.client, PODS, owner, deleting, selectorOf(set), named)
        const all = revisions?.list(namespace) ?? []
        const history = await claim(deps.client, REVISIONS, owner, deleting, selectorOf(set), all)
        const claimOf = (claimName: string) => claims?.get(namespace, claimName)
        return new StatefulSetSync(deps, events, writer, set, mine, history, claimOf).sync()
      },
    })
  },
}
