import type { Clock } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import type { Client } from './client'
import { listAndWatch, type ListWatchHandlers } from './list-watch'
import { keyOf } from './object-key'
import type { Query, Target } from './targets'

/** Like `ListWatchHandlers`, for followers that share one state. */
export interface SharedWatchHandlers {
  /** The whole state after a (re)list, by key. The map follows the watch until the next list: never change it. */
  replaced(objects: ReadonlyMap<string, ApiObject>, resourceVersion: string): void
  /** A change that the map shows already; `previous` is the object's state before. */
  changed(change: SharedChange): void
  /** A failure that will be retried; undefined when it is resolved. */
  fault?(error: unknown): void
}

/** A change of one object; `previous` is what the cache held before. */
export interface SharedChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly key: string
  readonly object: ApiObject
  readonly previous: ApiObject | undefined
  readonly resourceVersion: string
}

/** One list-and-watch for all followers of the same collection through the same client. */
class SharedWatch {
  private readonly followers = new Set<SharedWatchHandlers>()
  private objects = new Map<string, ApiObject>()
  private version: string | undefined
  private readonly end = new AbortController()
  private readonly done: Promise<void>

  constructor(
    client: Client,
    target: Target,
    query: Query,
    clock: Clock,
    private readonly ended: () => void,
  ) {
    this.done = listAndWatch(client, target, query, this.handlers(), clock, this.end.signal)
  }

  /** Later followers start with the known state; the watch ends with its last follower. */
  async follow(handlers: SharedWatchHandlers, signal: AbortSignal): Promise<void> {
    this.followers.add(handlers)
    if (this.version !== undefined) handlers.replaced(this.objects, this.version)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    this.followers.delete(handlers)
    if (this.followers.size > 0) return
    this.ended()
    this.end.abort()
    await this.done
  }

  private handlers(): ListWatchHandlers {
    return {
      replaced: (items, version) => {
        this.objects = new Map(items.map((item) => [keyOf(item), withoutManagers(item)]))
        this.version = version
        for (const follower of this.followers) follower.replaced(this.objects, version)
      },
      changed: (type, whole, version) => {
        const object = withoutManagers(whole)
        const key = keyOf(object)
        const previous = this.objects.get(key)
        if (type === 'DELETED') this.objects.delete(key)
        else this.objects.set(key, object)
        this.version = version
        const change = { type, key, object, previous, resourceVersion: version }
        for (const follower of this.followers) follower.changed(change)
      },
      fault: (error) => {
        for (const follower of this.followers) follower.fault?.(error)
      },
    }
  }
}

/** Long-running followers don't use managedFields, which are often half of an object. An update without them leaves them unchanged. */
function withoutManagers(object: ApiObject): ApiObject {
  if (!object.metadata.managedFields) return object
  const known = bare.get(object)
  if (known) return known
  const made = { ...object, metadata: { ...object.metadata, managedFields: undefined } }
  bare.set(object, made)
  return made
}

// In-process clients all receive the same object, so it is copied only once.
const bare = new WeakMap<ApiObject, ApiObject>()

/** By client, then by collection and query. */
const watches = new WeakMap<Client, Map<string, SharedWatch>>()

/**
 * Like `listAndWatch`, but followers of the same collection through the same client share one watch and its objects, even if their signals
 * differ. The objects have no managedFields. Resolves when `signal` aborts.
 */
export function sharedListAndWatch(
  client: Client,
  target: Target,
  query: Query,
  handlers: SharedWatchHandlers,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  // A watch started for a follower that has already left would never end.
  if (signal.aborted) return Promise.resolve()
  const shared = watches.get(client) ?? new Map<string, SharedWatch>()
  watches.set(client, shared)
  const key = JSON.stringify([target, query])
  const watch = shared.get(key) ?? new SharedWatch(client, target, query, clock, () => shared.delete(key))
  shared.set(key, watch)
  return watch.follow(handlers, signal)
}
