import { behaves } from '../api/releases/ledger'
import type { FeedItem } from '../machinery/feed'
import type { OwnerReference } from '../machinery/object'
import type { ControllerDeps } from './controllers'
import type { OwnerGraph } from './owner-graph'
import { Recent } from './workloads/event-correlation'
import { eventRecorder } from './workloads/events'

/** Tells in an event that an object names an owner in another namespace. Once for each pair: such an owner counts as missing. */
export function misplacedOwnerEvents(deps: ControllerDeps, graph: OwnerGraph): (dependent: FeedItem) => Promise<void> {
  const events = eventRecorder(deps, 'garbage-collector-controller', {
    apiVersion: 'v1',
    kind: '',
  })
  const told = new Recent<true>()
  return async ({ target, metadata: { name = '', namespace, uid = '', ownerReferences = [] } }) => {
    if (!behaves('misplaced-owner-events', deps.release)) return
    for (const reference of ownerReferences) {
      const pair = `${uid} ${reference.uid}`
      if (!isElsewhere(graph.get(reference.uid), namespace) || told.get(pair)) continue
      told.set(pair, true)
      const message = `ownerRef ${describe(reference, namespace)} does not exist in namespace "${namespace ?? ''}"`
      const about = {
        apiVersion: [target.group, target.version].filter(Boolean).join('/'),
        kind: target.kind,
      }
      const object = {
        metadata: { name, uid, ...(namespace !== undefined && { namespace }) },
      }
      await events(object, 'Warning', 'OwnerRefInvalidNamespace', message, {
        about,
      })
    }
  }
}

const isElsewhere = (owner: FeedItem | undefined, namespace: string | undefined): boolean =>
  owner?.metadata.namespace !== undefined && owner.metadata.namespace !== namespace

const describe = ({ apiVersion, kind, name, uid }: OwnerReference, namespace = ''): string =>
  `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`
