import type { Clock } from '../../machinery/clock'
import type { Entry, Store } from '../../store/store'

const BOOKMARK_INTERVAL_MS = 60_000
const LAST_BOOKMARK_BEFORE_END_MS = 2000

/** Where a watch begins: after a version, and whether it sends existing objects; by default it does if the version is unset or 0. */
export interface Beginning {
  readonly version: number | undefined
  readonly initial: boolean | undefined
}

/** The objects that a watch sends first, and the revision after which it sends changes. */
export interface WatchStart {
  readonly existing: readonly Entry[]
  readonly after: number
}

/** Resolves a beginning against the store. `after` is a future revision if the client names one. */
export function startOf(store: Store, prefix: string, { version, initial }: Beginning): WatchStart {
  if (!version && initial === false) return { existing: [], after: store.revision }
  const existingAsked = !version || (initial === true && version <= store.revision)
  if (!existingAsked) return { existing: [], after: version }
  const { entries, revision } = store.list(prefix)
  // Clients that start at 0 expect the initial events in version order.
  const existing = version === 0 ? [...entries].sort((a, b) => a.revision - b.revision) : entries
  return { existing, after: revision }
}

/** Calls `bookmark` at intervals and two seconds before the watch times out, if it is that long. Returns a function that stops it. */
export function scheduleBookmarks(clock: Clock, timeoutMs: number, bookmark: () => void): () => void {
  let cancel: () => void
  const repeat = (): void => {
    bookmark()
    cancel = clock.setTimer(BOOKMARK_INTERVAL_MS, repeat)
  }
  cancel = clock.setTimer(BOOKMARK_INTERVAL_MS, repeat)
  const last = timeoutMs - LAST_BOOKMARK_BEFORE_END_MS
  const cancelLast = last < 0 ? undefined : clock.setTimer(last, bookmark)
  return () => {
    cancel()
    cancelLast?.()
  }
}
