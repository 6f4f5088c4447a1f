import { NODES, PODS } from '../../client/core-targets'
import { compileLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerRow } from '../controllers'
import { runNamed } from '../kit'
import { Backoff } from './backoff'
import { daemonOf } from './daemon-nodes'
import { eventRecorder } from './events'
import { claim, ownerReference, ownersOf } from './owners'
import { PodWriter } from './pods'
import { REVISIONS } from './revisions'
import { DAEMON_SET_KIND, DAEMON_SETS, DaemonSetSync } from './daemon-set-sync'

const NAME = 'daemonset'

/** How long a failed pod stays, at first and at most, so that the set does not fight with a node that refuses it. */
const FAILED_MS = 1000
const MOST_FAILED_MS = 900_000

const selectorOf = (set: ApiObject) => compileLabelSelector(daemonOf(set).spec?.selector)

/** Keeps one pod of a template on every eligible node (resource API, "Workloads"). */
export const daemonSet: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'daemon-set-controller',
  needs: ['apps/v1/daemonsets', 'apps/v1/controllerrevisions', 'v1/pods', 'v1/nodes'],
  start(deps) {
    const events = eventRecorder(deps, 'daemonset-controller', DAEMON_SET_KIND)
    const writer = new PodWriter(deps, events)
    const backoff = new Backoff(FAILED_MS, MOST_FAILED_MS)
    return runNamed(deps, NAME, {
      watches: [
        { target: DAEMON_SETS, keys: (set) => [keyOf(set)] },
        { target: PODS, keys: (pod, [sets]) => ownersOf(pod, DAEMON_SET_KIND.kind, sets, selectorOf) },
        { target: NODES, keys: (_, [sets]) => (sets?.list() ?? []).map(keyOf) },
        { target: REVISIONS, keys: (revision, [sets]) => ownersOf(revision, DAEMON_SET_KIND.kind, sets, selectorOf) },
      ],
      async reconcile(key, [sets, pods, nodes, revisions]) {
        const { namespace = '', name } = splitKey(key)
        const set = sets?.get(namespace, name)
        if (!set) return writer.forget(key)
        if (!pods || set.metadata.deletionTimestamp || writer.behind(key, pods.revision)) return
        const owner = ownerReference(set, DAEMON_SET_KIND.apiVersion, DAEMON_SET_KIND.kind)
        const mine = await claim(deps.client, PODS, owner, false, selectorOf(set), pods.list(namespace))
        const all = revisions?.list(namespace) ?? []
        const history = await claim(deps.client, REVISIONS, owner, false, selectorOf(set), all)
        return new DaemonSetSync(deps, events, writer, backoff, set, nodes?.list() ?? [], mine, history).sync()
      },
    })
  },
}
