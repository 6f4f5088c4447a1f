import type { Clock } from '../machinery/clock'
import { sleep } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import { type Client, type Query, StatusError, type Target } from './client'

export interface ListWatchHandlers {
  /** The whole state after a (re)list. */
  replaced(items: readonly ApiObject[], resourceVersion: string): void
  changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: ApiObject, resourceVersion: string): void
  /** A failure that will be tried again; undefined when all is well again. */
  fault?(error: unknown): void
}

/**
 * List, then watch from the list's version, for ever: after an end it resumes from the last version seen, after 410 it
 * lists again. Resolves when `signal` aborts. Resource API, "Change tracking".
 */
export async function listAndWatch(
  client: Client,
  target: Target,
  query: Query,
  handlers: ListWatchHandlers,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let version: string | undefined
  let failures = 0
  while (!signal.aborted) {
    try {
      if (version === undefined) {
        const list = await client.list(target, { query, signal })
        version = list.metadata.resourceVersion ?? '0'
        handlers.replaced(list.items, version)
      }
      handlers.fault?.(undefined)
      for await (const event of client.watch(target, {
        query: { ...query, resourceVersion: version, allowWatchBookmarks: true },
        signal,
      })) {
        if (signal.aborted) return
        if (event.type === 'ERROR') {
          const status = event.object as unknown as { code?: number; reason?: string; message?: string }
          throw new StatusError(status.code ?? 500, status.reason ?? '', status.message ?? '')
        }
        failures = 0
        version = event.object.metadata.resourceVersion ?? version
        if (event.type !== 'BOOKMARK') handlers.changed(event.type, event.object, version)
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof StatusError && error.code === 410) version = undefined
      else {
        handlers.fault?.(error)
        failures += 1
      }
    }
    // A stream that ends at once, again and again, must not spin.
    if (failures > 0) await sleep(clock, Math.min(100 * 2 ** failures, 10_000), signal).catch(() => undefined)
  }
}
