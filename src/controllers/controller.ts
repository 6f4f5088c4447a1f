import type { Client, Query, Target } from '../client/client'
import { sharedListAndWatch } from '../client/shared-watch'
import type { ApiObject } from '../machinery/object'
import { messageOf } from '../machinery/message-of'
import { type RequeueAfter, WorkQueue, type WorkQueueOptions } from './work-queue'
import { type ControllerCache, WatchedCache } from './watched-cache'

export interface ControllerWatch {
  readonly target: Target
  readonly query?: Query
  /** What objects are filed under, for who wants a few out of thousands. */
  index?(object: ApiObject): string
  /** Which keys an object (new, changed or gone) puts into the queue. */
  keys(object: ApiObject, caches: readonly ControllerCache[]): readonly string[]
  /**
   * So many milliseconds after the last look at a key the news of this watch wait for more of their kind: whoever has hundreds of
   * dependents looks at them once for many of their changes. Absent and 0 mean at once.
   */
  gatherMs?(key: string, caches: readonly ControllerCache[]): number
}

export interface ControllerOptions extends WorkQueueOptions {
  readonly name: string
  readonly client: Client
  readonly watches: readonly ControllerWatch[]
  /**
   * Brings the world nearer to what `key` asks for. `caches` are in the order of `watches`. Called for one key at a time
   * only; a rejection puts the key back with a growing delay, a write conflict at once.
   */
  reconcile(key: string, caches: readonly ControllerCache[]): Promise<RequeueAfter | void>
  /** What else puts keys into the queue, beside the watches; the returned function ends it. */
  triggers?(add: (key: string) => void, caches: readonly ControllerCache[]): () => void
}

/** Runs until `signal` aborts: watches, and works off the keys that they bring once every watch has its first list. */
export async function runController(options: ControllerOptions): Promise<void> {
  const { watches, clock, signal } = options
  const caches = watches.map((watch) => new WatchedCache((object) => watch.index?.(object)))
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
        replaced(items, version) {
          const touched = cache.replace(items)
          cache.revision = Number(version)
          unsynced.delete(index)
          touched.forEach(enqueue)
          if (unsynced.size === 0) queue.open()
        },
        changed(type, object, version) {
          const previous = cache.apply(type, object)
          cache.revision = Number(version)
          if (previous) enqueue(previous)
          enqueue(object)
        },
        fault(error) {
          if (error !== undefined) options.log?.(`cannot follow ${watch.target.resource}: ${messageOf(error)}`)
        },
      },
      clock,
      // Its own: a controller of many watches would have more listeners on one signal than the platform thinks right.
      AbortSignal.any([signal]),
    )
  }
  const untrigger = options.triggers?.((key) => queue.add(key), caches)
  await Promise.all(watches.map(follow))
  untrigger?.()
  await queue.idle()
}
