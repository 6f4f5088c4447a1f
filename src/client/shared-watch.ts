import type { Clock } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import type { Client, Query, Target } from './client'
import { listAndWatch, type ListWatchHandlers } from './list-watch'

/** One list-and-watch for everybody who follows the same collection through the same client. */
class SharedWatch {
  private readonly followers = new Set<ListWatchHandlers>()
  private objects = new Map<string, ApiObject>()
  private version: string | undefined
  private readonly done: Promise<void>

  constructor(client: Client, target: Target, query: Query, clock: Clock, signal: AbortSignal) {
    this.done = listAndWatch(client, target, query, this.handlers(), clock, signal)
  }

  /** Whoever comes later starts with what the others know. */
  async follow(handlers: ListWatchHandlers): Promise<void> {
    this.followers.add(handlers)
    if (this.version !== undefined) handlers.replaced([...this.objects.values()], this.version)
    await this.done
  }

  private handlers(): ListWatchHandlers {
    return {
      replaced: (items, version) => {
        this.objects = new Map(items.map((object) => [keyOf(object), object]))
        this.version = version
        for (const follower of this.followers) follower.replaced(items, version)
      },
      changed: (type, object, version) => {
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

const keyOf = ({ metadata }: ApiObject): string => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`

/** By the client that reads and the signal that ends it, then by collection and query. */
const watches = new WeakMap<Client, WeakMap<AbortSignal, Map<string, SharedWatch>>>()

/**
 * As `listAndWatch`, but whoever follows the same collection through the same client until the same signal shares one watch and
 * its objects. Resolves when `signal` aborts.
 */
export function sharedListAndWatch(
  client: Client,
  target: Target,
  query: Query,
  handlers: ListWatchHandlers,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const bySignal = watches.get(client) ?? new WeakMap<AbortSignal, Map<string, SharedWatch>>()
  watches.set(client, bySignal)
  const shared = bySignal.get(signal) ?? new Map<string, SharedWatch>()
  bySignal.set(signal, shared)
  const key = JSON.stringify([target, query])
  const watch = shared.get(key) ?? new SharedWatch(client, target, query, clock, signal)
  shared.set(key, watch)
  return watch.follow(handlers)
}
