import type { Clock } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import type { Client } from './client'
import { listAndWatch, type ListWatchHandlers } from './list-watch'
import type { Query, Target } from './targets'

/** One list-and-watch for all followers of the same collection through the same client. */
class SharedWatch {
  private readonly followers = new Set<ListWatchHandlers>()
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
  async follow(handlers: ListWatchHandlers, signal: AbortSignal): Promise<void> {
    this.followers.add(handlers)
    if (this.version !== undefined) handlers.replaced([...this.objects.values()], this.version)
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
        const objects = items.map(withoutManagers)
        this.objects = new Map(objects.map((object) => [keyOf(object), object]))
        this.version = version
        for (const follower of this.followers) follower.replaced(objects, version)
      },
      changed: (type, whole, version) => {
        const object = withoutManagers(whole)
        if (type === 'DELETED') this.objects.delete(keyOf(object))
        else this.objects.set(keyOf(object), object)
        this.version = version
        for (const follower of this.followers) follower.changed(type, object, version)
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

const keyOf = ({ metadata }: ApiObject): string => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`

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
  handlers: ListWatchHandlers,
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
