import { type Client, isStatus, type Target } from '../client/client'
import type { Clock } from '../machinery/clock'
import { sleep } from '../machinery/clock'
import { equal } from '../machinery/json'
import { addAll } from '../machinery/lists'
import { nextTurn } from '../machinery/turn'
import type { FeedItem, FeedTarget, MetadataInformer } from '../machinery/feed'
import type { ObjectMeta, OwnerReference } from '../machinery/object'
import { messageOf } from '../machinery/message-of'

const ORPHAN = 'orphan'
const FOREGROUND = 'foregroundDeletion'
const RETRY_MS = 200
const MOST_RETRIES = 15
/** Owners of one object that are looked for at once. */
const AT_ONCE = 20

interface Node {
  readonly target: FeedTarget
  readonly metadata: ObjectMeta
}

type OwnerState = 'solid' | 'waiting' | 'gone' | 'unknowable'

interface Deps {
  readonly client: Client
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly feed: MetadataInformer
  readonly log: (message: string) => void
}

/**
 * Deletes what nobody owns any more, and carries out the Orphan and Foreground policies of deletion (resource API,
 * "States and transitions"). Owners are looked for in the dependent's own namespace or at cluster scope.
 */
export async function runGarbageCollector({ client, clock, signal, feed, log }: Deps): Promise<void> {
  const nodes = new Map<string, Node>()
  const dependents = new Map<string, Set<string>>()
  const queue = new Map<string, number>()
  /** Objects that wait for something that is told of no object: looked at again whatever happens to them. */
  const unsettled = new Set<string>()
  let wake: () => void = () => undefined

  const enqueue = (uid: string, failures = 0): void => {
    if (!queue.has(uid)) queue.set(uid, failures)
    wake()
  }
  const put = ({ target, metadata }: FeedItem): void => {
    const uid = metadata.uid ?? ''
    const before = nodes.get(uid)?.metadata
    nodes.set(uid, { target, metadata })
    // Nearly all changes, heartbeats among them, are none of who owns what.
    if (before && !unsettled.has(uid) && ownsAlike(before, metadata)) return
    for (const { uid: owner } of before?.ownerReferences ?? []) dependents.get(owner)?.delete(uid)
    for (const { uid: owner } of metadata.ownerReferences ?? [])
      dependents.set(owner, (dependents.get(owner) ?? new Set()).add(uid))
    const deleting = metadata.deletionTimestamp !== undefined
    if (
      metadata.ownerReferences?.length ||
      (deleting && metadata.finalizers?.some((name) => name === ORPHAN || name === FOREGROUND))
    )
      enqueue(uid)
    // A dependent that stopped blocking its owner may set it free.
    for (const { uid: owner } of metadata.ownerReferences ?? [])
      if (nodes.get(owner)?.metadata.deletionTimestamp) enqueue(owner)
  }
  const take = (item: FeedItem): void => {
    const uid = item.metadata.uid ?? ''
    nodes.delete(uid)
    unsettled.delete(uid)
    for (const { uid: owner } of item.metadata.ownerReferences ?? []) {
      dependents.get(owner)?.delete(uid)
      if (nodes.has(owner)) enqueue(owner)
    }
    for (const dependent of dependents.get(uid) ?? []) enqueue(dependent)
  }

  const addressOf = ({ target, metadata }: Node): Target => ({ ...target, namespace: metadata.namespace })
  const nameOf = ({ metadata }: Node): string => metadata.name ?? ''
  const dependentsOf = (uid: string): Node[] => [...(dependents.get(uid) ?? [])].flatMap((id) => nodes.get(id) ?? [])

  /** Whether an owner is there, with the same identity and where the dependent may look for it. */
  const find = async (reference: OwnerReference, namespace: string | undefined): Promise<OwnerState> => {
    const target = feed.resolve(reference.apiVersion, reference.kind)
    // A kind that is not served now may come back, and an object of the cluster can't look into a namespace.
    if (!target || (target.namespaced && namespace === undefined)) return 'unknowable'
    const known = nodes.get(reference.uid)
    if (
      known?.metadata.name === reference.name &&
      known.target.group === target.group &&
      known.target.resource === target.resource &&
      (!target.namespaced || known.metadata.namespace === namespace)
    )
      return stateOf(known.metadata)
    try {
      const { metadata } = await client.get(
        { ...target, namespace: target.namespaced ? namespace : undefined },
        reference.name,
        { signal },
      )
      return metadata.uid === reference.uid ? stateOf(metadata) : 'gone'
    } catch (error) {
      if (isStatus(error, 'NotFound')) return 'gone'
      throw error
    }
  }
  const stateOf = ({ deletionTimestamp, finalizers = [] }: ObjectMeta): 'solid' | 'waiting' =>
    deletionTimestamp && finalizers.includes(FOREGROUND) ? 'waiting' : 'solid'

  const dropReferences = (node: Node, uids: ReadonlySet<string>): Promise<unknown> =>
    client.patch(addressOf(node), nameOf(node), 'merge', {
      metadata: {
        uid: node.metadata.uid,
        ownerReferences: (node.metadata.ownerReferences ?? []).filter(({ uid }) => !uids.has(uid)),
      },
    })
  const dropFinalizer = async (node: Node, finalizer: string): Promise<void> => {
    const live = await client.get(addressOf(node), nameOf(node), { signal })
    const finalizers = (live.metadata.finalizers ?? []).filter((name) => name !== finalizer)
    await client.patch(addressOf(node), nameOf(node), 'merge', {
      metadata: { resourceVersion: live.metadata.resourceVersion, finalizers },
    })
  }
  const remove = (node: Node, propagationPolicy: string): Promise<unknown> =>
    client.delete(addressOf(node), nameOf(node), {
      body: { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy, preconditions: { uid: node.metadata.uid } },
      signal,
    })

  const policyOf = ({ metadata: { finalizers = [] } }: Node): string =>
    finalizers.includes(ORPHAN) ? 'Orphan' : finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background'

  async function settle(uid: string): Promise<void> {
    const node = nodes.get(uid)
    if (!node) return
    const { metadata } = node
    if (metadata.deletionTimestamp && metadata.finalizers?.includes(ORPHAN)) {
      for (const dependent of dependentsOf(uid)) await ignoreNotFound(dropReferences(dependent, new Set([uid])))
      await dropFinalizer(node, ORPHAN)
      return
    }
    if (metadata.deletionTimestamp && metadata.finalizers?.includes(FOREGROUND)) {
      const waiting = dependentsOf(uid)
      for (const dependent of waiting)
        if (!dependent.metadata.deletionTimestamp) await ignoreNotFound(settleDependent(dependent))
      const blocking = dependentsOf(uid).filter(({ metadata: { ownerReferences = [] } }) =>
        ownerReferences.some((reference) => reference.uid === uid && reference.blockOwnerDeletion),
      )
      if (blocking.length === 0) await dropFinalizer(node, FOREGROUND)
      return
    }
    if (!metadata.deletionTimestamp && metadata.ownerReferences?.length) await settleDependent(node)
  }

  async function settleDependent(node: Node): Promise<void> {
    const references = node.metadata.ownerReferences ?? []
    const states: OwnerState[] = []
    // A few at a time: an object may name thousands of owners, and others want answers meanwhile.
    for (let i = 0; i < references.length; i += AT_ONCE) {
      if (i > 0) await nextTurn()
      const some = references.slice(i, i + AT_ONCE)
      addAll(states, await Promise.all(some.map((reference) => find(reference, node.metadata.namespace))))
    }
    if (states.includes('unknowable')) return void unsettled.add(node.metadata.uid ?? '') // never delete on a guess
    const lost = new Set(references.filter((_, i) => states[i] !== 'solid').map(({ uid }) => uid))
    if (lost.size === 0) return
    if (states.includes('solid')) return void (await ignoreNotFound(dropReferences(node, lost)))
    const waited = states.includes('waiting') && dependentsOf(node.metadata.uid ?? '').length > 0
    await ignoreNotFound(remove(node, waited ? 'Foreground' : policyOf(node)))
  }

  const unsubscribe = feed.subscribe((type, item) => (type === 'set' ? put(item) : take(item)))
  for (const item of feed.all()) put(item)
  // One listener for all waits: each of its own would stay until the end.
  signal.addEventListener('abort', () => wake(), { once: true })
  while (!signal.aborted) {
    const next = queue.entries().next()
    if (next.done) {
      await new Promise<void>((resolve) => (wake = resolve))
      continue
    }
    const [uid, failures] = next.value
    queue.delete(uid)
    unsettled.delete(uid)
    try {
      await settle(uid)
    } catch (error) {
      if (nodes.has(uid)) unsettled.add(uid)
      if (signal.aborted || isStatus(error, 'NotFound')) continue
      log(`${nodes.get(uid)?.metadata.name ?? uid}: ${messageOf(error)}`)
      if (failures < MOST_RETRIES)
        void sleep(clock, RETRY_MS * (failures + 1), signal).then(
          () => enqueue(uid, failures + 1),
          () => undefined,
        )
    }
  }
  unsubscribe()
}

/** Whether two states of an object's metadata ask the same of the collector. */
const ownsAlike = (a: ObjectMeta, b: ObjectMeta): boolean =>
  a.deletionTimestamp === b.deletionTimestamp &&
  a.namespace === b.namespace &&
  equal(a.ownerReferences, b.ownerReferences) &&
  equal(a.finalizers, b.finalizers)

async function ignoreNotFound(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!isStatus(error, 'NotFound')) throw error
  }
}
