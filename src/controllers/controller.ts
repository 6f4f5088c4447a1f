import type { Client } from '../client/client'
import { sharedListAndWatch } from '../client/shared-watch'
import type { ApiObject } from '../machinery/object'
import { messageOf } from '../machinery/message-of'
import type { Query, Target } from '../client/targets'
import { type RequeueAfter, WorkQueue, type WorkQueueOptions } from './work-queue'
import { type ControllerCache, WatchedCache } from './watched-cache'

/** One kind that a controller watches, and which of its keys each object concerns. */
export interface ControllerWatch {
  readonly target: Target
  readonly query?: Query
  /** The index value of an object, for fast lookups of a few out of thousands. */
  index?(object: ApiObject): string
  /** The keys that an object (new, changed or deleted) adds to the queue. */
  keys(object: ApiObject, caches: readonly ControllerCache[]): readonly string[]
  /**
   * Milliseconds after the last reconciliation of a key during which events of this watch are collected: an owner of hundreds of dependents
   * then handles many changes at once. Absent and 0 mean no delay.
   */
  gatherMs?(key: string, caches: readonly ControllerCache[]): number
}

/** What a controller watches, and how it brings one key up to date. */
export interface ControllerOptions extends WorkQueueOptions {
  readonly name: string
  readonly client: Client
  readonly watches: readonly ControllerWatch[]
  /**
   * Brings the actual state closer to the desired state of `key`. `caches` are in the order of `watches`. Never runs twice at once for the
   * same key; a rejection requeues the key with a growing delay, a write conflict requeues it at once.
   */
  reconcile(key: string, caches: readonly ControllerCache[]): Promise<RequeueAfter | void>
  /** Another source of keys besides the watches; the returned function stops it. */
  triggers?(add: (key: string) => void, caches: readonly ControllerCache[]): () => void
}

/** Runs until `signal` aborts. Starts the watches, and reconciles their keys once every watch has its first list. */
export async function runController(options: ControllerOptions): Promise<void> {
  const { watches, clock, signal } = options
  const caches = watches.map((watch) => new WatchedCache(watch.index?.bind(watch)))
  const queue = new WorkQueue(options, (key) => options.reconcile(key, caches))
  const unsynced = new Set(watches.keys())

  const follow = async (watch: ControllerWatch, index: number): Promise<void> => {
    const cache = caches[index] as WatchedCache
    const enqueue = (object: ApiObject): void => {
      for (const key of watch.keys(object, caches)) queue.add(key, watch.gatherMs?.(key, caches))
    }
    await sharedListAndWatch(
      options.client,
      watch.target,
      watch.query ?? {},
      {
        replaced(objects, version) {
          const touched = cache.replace(objects)
          cache.revision = Number(version)
          unsynced.delete(index)
          touched.forEach(enqueue)
          if (unsynced.size === 0) queue.open()
        },
        changed({ type, key, object, previous, resourceVersion }) {
          cache.file(key, previous, type === 'DELETED' ? undefined : object)
          cache.revision = Number(resourceVersion)
          if (previous) enqueue(previous)
          enqueue(object)
        },
        fault(error) {
          if (error !== undefined) options.log?.(`cannot follow ${watch.target.resource}: ${messageOf(error)}`)
        },
      },
      clock,
      // A signal of its own, because many watches would exceed the platform's usual number of listeners on one signal.
      AbortSignal.any([signal]),
    )
  }
  const untrigger = options.triggers?.((key) => queue.add(key), caches)
  await Promise.all(watches.map(follow))
  untrigger?.()
  await queue.idle()
}
