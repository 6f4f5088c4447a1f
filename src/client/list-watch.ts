import type { Clock } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import type { Client } from './client'
import { type Continuation, follow, throwErrorOf } from './follow'
import { isStatus } from './status-error'
import type { Query, Target } from './targets'
import type { WatchEvent } from './watch-events'

/** Called with what a list and its watches find. */
export interface ListWatchHandlers {
  /** The whole state after a (re)list. */
  replaced(items: readonly ApiObject[], resourceVersion: string): void
  changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: ApiObject, resourceVersion: string): void
  /** A failure that will be retried; undefined when it is resolved. */
  fault?(error: unknown): void
  /** Waits after a 403, and says how to continue; `version` is known if only the watch was refused. Without it, a 403 is retried like others. */
  refused?(error: unknown, version: string | undefined): Promise<Continuation>
}

/** Keeps handlers up to date with a collection until `signal` aborts, then resolves: list, then watch, repeatedly (see `follow`). */
export function listAndWatch(
  client: Client,
  target: Target,
  query: Query,
  handlers: ListWatchHandlers,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const steps = {
    async list() {
      const { items, metadata } = await client.list(target, { query, signal })
      const version = metadata.resourceVersion ?? '0'
      handlers.replaced(items, version)
      return version
    },
    async watch(from: string, seen: (version: string) => void) {
      let version = from
      const options = { query: { ...query, resourceVersion: from, allowWatchBookmarks: true }, signal }
      const take = (event: WatchEvent): void => {
        if (signal.aborted) return
        throwErrorOf(event)
        version = event.object.metadata.resourceVersion ?? version
        seen(version)
        if (event.type !== 'BOOKMARK' && event.type !== 'ERROR') handlers.changed(event.type, event.object, version)
      }
      await client.watchWith(target, options, take, () => handlers.fault?.(undefined))
    },
    failed(error: unknown, version: string | undefined) {
      handlers.fault?.(error)
      return isStatus(error, 'Forbidden') ? handlers.refused?.(error, version) : undefined
    },
  }
  return follow(steps, { clock, signal })
}
