import type { Client } from '../client/client'
import type { FeedItem, MetadataInformer } from '../machinery/feed'
import { addAll } from '../machinery/lists'
import type { ObjectMeta, OwnerReference } from '../machinery/object'
import { nextTurn } from '../machinery/turn'
import { isStatus } from '../client/status-error'
import { FOREGROUND_FINALIZER, type OwnerGraph } from './owner-graph'

/** `solid` owners keep their dependents; `waiting` ones are being deleted and wait for them; `unknowable` means undecided. */
export type OwnerState = 'solid' | 'waiting' | 'gone' | 'unknowable'

/** Where owners are looked up: among the known objects, then in the API. */
export interface OwnerSources {
  readonly client: Client
  readonly feed: MetadataInformer
  readonly graph: OwnerGraph
  readonly signal: AbortSignal
}

/** Number of owners of one object that are looked up concurrently. */
const AT_ONCE = 20

/** The states of an object's owners, in the order of its references. Throws API errors other than NotFound. */
export async function ownerStates(sources: OwnerSources, { metadata }: FeedItem): Promise<OwnerState[]> {
  const references = metadata.ownerReferences ?? []
  const states: OwnerState[] = []
  // In small groups: an object may have thousands of owners, and other requests must not wait for all of them.
  for (let i = 0; i < references.length; i += AT_ONCE) {
    if (i > 0) await nextTurn()
    const some = references.slice(i, i + AT_ONCE)
    addAll(states, await Promise.all(some.map((reference) => ownerState(sources, reference, metadata.namespace))))
  }
  return states
}

/** Whether an owner exists, with the same uid, in the dependent's namespace or at cluster scope. */
async function ownerState(
  { client, feed, graph, signal }: OwnerSources,
  reference: OwnerReference,
  namespace: string | undefined,
): Promise<OwnerState> {
  const target = feed.resolve(reference.apiVersion, reference.kind)
  // A kind that is not served may come back, and a cluster-scoped object can't have a namespaced owner.
  if (!target || (target.namespaced && namespace === undefined)) return 'unknowable'
  const known = graph.get(reference.uid)
  if (
    known?.metadata.name === reference.name &&
    known.target.group === target.group &&
    known.target.resource === target.resource &&
    (!target.namespaced || known.metadata.namespace === namespace)
  )
    return stateOf(known.metadata)
  try {
    const address = { ...target, namespace: target.namespaced ? namespace : undefined }
    const { metadata } = await client.get(address, reference.name, { signal })
    return metadata.uid === reference.uid ? stateOf(metadata) : 'gone'
  } catch (error) {
    if (isStatus(error, 'NotFound')) return 'gone'
    throw error
  }
}

/** The state of an existing object as an owner. */
export const stateOf = ({ deletionTimestamp, finalizers = [] }: ObjectMeta): 'solid' | 'waiting' =>
  deletionTimestamp && finalizers.includes(FOREGROUND_FINALIZER) ? 'waiting' : 'solid'
