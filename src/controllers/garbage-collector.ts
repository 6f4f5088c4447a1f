import { sleep } from '../machinery/clock'
import type { FeedItem } from '../machinery/feed'
import { messageOf } from '../machinery/message-of'
import type { ObjectMeta } from '../machinery/object'
import { isStatus } from '../client/status-error'
import type { ControllerDeps } from './controllers'
import { misplacedOwnerEvents } from './misplaced-owners'
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER, OwnerGraph } from './owner-graph'
import { type OwnerSources, ownerStates, stateOf } from './owner-states'
import { deleteDependent, dropFinalizer, dropReferences, ignoreNotFound, unblockOwners } from './owner-writes'

const RETRY_MS = 200
const MOST_RETRIES = 15

/**
 * Deletes objects whose owners are all gone, and carries out the Orphan and Foreground deletion policies (resource API, "States and
 * transitions"). Owners are looked up in the dependent's own namespace or at cluster scope.
 */
export async function runGarbageCollector(deps: ControllerDeps): Promise<void> {
  const { client, clock, signal, feed, log } = deps
  const graph = new OwnerGraph()
  const tellMisplaced = misplacedOwnerEvents(deps, graph)
  const due = new DueObjects()
  const unsubscribe = feed.subscribe((type, item) => due.addAll(type === 'set' ? graph.put(item) : graph.take(item)))
  for (const item of feed.all()) due.addAll(graph.put(item))
  // One listener for all waits: a listener per wait would stay until the end.
  signal.addEventListener('abort', () => due.wake(), { once: true })
  while (!signal.aborted) {
    const next = due.shift()
    if (!next) {
      await due.news()
      continue
    }
    const [uid, failures] = next
    graph.settle(uid)
    try {
      const node = graph.get(uid)
      if (node) await tellMisplaced(node)
      await collect({ client, feed, graph, signal }, uid)
    } catch (error) {
      graph.unsettle(uid)
      if (signal.aborted || isStatus(error, 'NotFound')) continue
      log('garbagecollector', `${graph.get(uid)?.metadata.name ?? uid}: ${messageOf(error)}`)
      if (failures < MOST_RETRIES)
        void sleep(clock, RETRY_MS * (failures + 1), signal).then(
          () => due.add(uid, failures + 1),
          () => undefined,
        )
    }
  }
  unsubscribe()
}

/** Uids of objects to process, in order of arrival, each with its number of failures. */
class DueObjects {
  readonly #failures = new Map<string, number>()
  #wake: () => void = () => undefined

  add(uid: string, failures = 0): void {
    if (!this.#failures.has(uid)) this.#failures.set(uid, failures)
    this.#wake()
  }
  addAll(uids: readonly string[]): void {
    for (const uid of uids) this.add(uid)
  }
  shift(): [uid: string, failures: number] | undefined {
    const next = this.#failures.entries().next()
    if (next.done) return undefined
    this.#failures.delete(next.value[0])
    return next.value
  }
  /** Resolves when an object arrives, or when `wake` is called. */
  news(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve))
  }
  wake(): void {
    this.#wake()
  }
}

/** Processes one object: releases or deletes its dependents, or checks its own owners. */
async function collect(sources: OwnerSources, uid: string): Promise<void> {
  const { client, graph, signal } = sources
  const node = graph.get(uid)
  if (!node) return
  const { metadata } = node
  if (metadata.deletionTimestamp && metadata.finalizers?.includes(ORPHAN_FINALIZER)) {
    for (const dependent of graph.dependentsOf(uid))
      await ignoreNotFound(dropReferences(client, dependent, new Set([uid])))
    await dropFinalizer(client, node, ORPHAN_FINALIZER, signal)
    return
  }
  if (metadata.deletionTimestamp && metadata.finalizers?.includes(FOREGROUND_FINALIZER)) {
    for (const dependent of graph.dependentsOf(uid))
      if (!dependent.metadata.deletionTimestamp) await ignoreNotFound(collectDependent(sources, dependent))
    const blocking = graph.dependentsOf(uid).filter((dependent) => blocks(dependent, uid))
    if (blocking.length === 0) await dropFinalizer(client, node, FOREGROUND_FINALIZER, signal)
    return
  }
  if (!metadata.deletionTimestamp && metadata.ownerReferences?.length) await collectDependent(sources, node)
}

/** Deletes an object that no owner keeps, or removes its references to missing owners. */
async function collectDependent(sources: OwnerSources, node: FeedItem): Promise<void> {
  const { client, graph, signal } = sources
  const { metadata } = node
  const states = await ownerStates(sources, node)
  if (states.includes('unknowable')) return graph.unsettle(metadata.uid ?? '') // an unclear state must not cause a deletion
  const references = metadata.ownerReferences ?? []
  const lost = new Set(references.filter((_, i) => states[i] !== 'solid').map(({ uid }) => uid))
  if (lost.size === 0) return
  if (states.includes('solid')) return ignoreNotFound(dropReferences(client, node, lost))
  const dependents = graph.dependentsOf(metadata.uid ?? '')
  const awaited = states.includes('waiting') && dependents.length > 0
  // If a dependent waits too, its owners may wait for each other in a circle: this object no longer blocks its own.
  if (awaited && dependents.some((dependent) => stateOf(dependent.metadata) === 'waiting'))
    await ignoreNotFound(unblockOwners(client, node))
  await ignoreNotFound(deleteDependent(client, node, awaited ? 'Foreground' : policyOf(metadata), signal))
}

const blocks = ({ metadata: { ownerReferences = [] } }: FeedItem, owner: string): boolean =>
  ownerReferences.some(({ uid, blockOwnerDeletion }) => uid === owner && blockOwnerDeletion)

/** The policy with which an object was, or would be, deleted. */
const policyOf = ({ finalizers = [] }: ObjectMeta): string =>
  finalizers.includes(ORPHAN_FINALIZER)
    ? 'Orphan'
    : finalizers.includes(FOREGROUND_FINALIZER)
      ? 'Foreground'
      : 'Background'
