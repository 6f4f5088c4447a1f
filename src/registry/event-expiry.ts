import type { Clock } from '../machinery/clock'
import { at, isObject } from '../machinery/json'
import { type Entry, RevisionMismatch, type Store } from '../store/store'
import { storePrefix } from './resource-type'

/** What the expiry of events works with. */
export interface EventExpiry {
  readonly store: Store
  readonly clock: Clock
  /** Time an event is kept after its last write; 0 keeps it forever. */
  readonly ttlMs: number
  /** Stops expiry when it aborts. */
  readonly signal: AbortSignal
  readonly report: (error: unknown) => void
}

/**
 * Removes events some time after their last write (`--event-ttl`). This is like a lease expiring in the store: admission is skipped, and
 * watchers see a deletion.
 */
export function expireEvents({ store, clock, ttlMs, signal, report }: EventExpiry): void {
  if (ttlMs <= 0 || signal.aborted) return
  const prefix = storePrefix('', 'events')
  /** In order of expiry: all events have the same TTL. */
  const ends = new Map<string, { readonly revision: number; readonly at: number }>()
  let cancel: () => void = () => undefined

  function sweep(): void {
    for (const [key, { revision, at: end }] of ends) {
      if (end > clock.now()) break
      ends.delete(key)
      store.commit({ type: 'delete', key, expect: revision }).catch((error: unknown) => {
        // A mismatch means that it was written again: it lives on.
        if (!(error instanceof RevisionMismatch) && !signal.aborted) report(error)
      })
    }
    wait()
  }
  function wait(): void {
    cancel()
    const [next] = ends.values()
    if (next) cancel = clock.setTimer(Math.max(0, next.at - clock.now()), sweep)
  }

  const { entries, revision } = store.list(prefix)
  const kept = entries.map((entry) => ({ entry, at: lastWritten(entry) + ttlMs })).sort((a, b) => a.at - b.at)
  for (const { entry, at } of kept) ends.set(entry.key, { revision: entry.revision, at })
  const stop = store.watch(prefix, revision, (events) => {
    for (const { type, entry } of events) {
      ends.delete(entry.key)
      if (type === 'put') ends.set(entry.key, { revision: entry.revision, at: clock.now() + ttlMs })
    }
    wait()
  })
  signal.addEventListener(
    'abort',
    () => {
      stop()
      cancel()
    },
    { once: true },
  )
  wait()
}

/** Best estimate of the object's last write, from its own timestamps. */
function lastWritten({ value }: Entry): number {
  const records = at(value, 'metadata', 'managedFields')
  const times = [
    at(value, 'metadata', 'creationTimestamp'),
    ...(Array.isArray(records) ? records.map((record) => (isObject(record) ? record['time'] : undefined)) : []),
  ]
  return Math.max(0, ...times.map((time) => (typeof time === 'string' ? Date.parse(time) || 0 : 0)))
}
