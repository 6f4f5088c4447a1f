import type { Clock } from '../machinery/clock'
import type { History } from './history'
import type { SortedEntries } from './sorted-entries'
import type { Entry, ListOptions, ListResult, StoreEvent } from './store'
import { Compacted, FutureRevision } from './store'
import { deliver, type EventListener, Watchers } from './watchers'

/** History is kept for five minutes by default (resource API, "Versions"). */
export const HISTORY_WINDOW_MS = 300_000

/** The in-memory state of a store and its watchers: the read half of every store. */
export class InMemoryState {
  readonly #watchers = new Watchers()
  readonly #arrivals = new Set<{ revision: number; arrive: () => void }>()
  #windowMs = HISTORY_WINDOW_MS

  constructor(
    readonly entries: SortedEntries,
    readonly history: History,
    private readonly clock: Clock,
  ) {}

  get revision(): number {
    return this.history.newest
  }

  get compactedRevision(): number {
    this.forgetOld()
    return this.history.compactedRevision
  }

  get historyWindowMs(): number {
    return this.#windowMs
  }

  setHistoryWindow(ms: number): void {
    this.forgetOld()
    this.#windowMs = ms
  }

  forgetOld(): void {
    this.history.forgetOlder(this.clock.now(), this.#windowMs)
  }

  get(key: string): Entry | undefined {
    return this.entries.get(key)
  }

  count(prefix: string): number {
    const [from, end] = this.entries.range(prefix)
    return end - from
  }

  /** Throws `Compacted` or `FutureRevision`. */
  list(prefix: string, options: ListOptions = {}): ListResult {
    const { entries, history } = this
    const revision = options.revision ?? history.newest
    this.forgetOld()
    this.#checkRevision(revision)
    if (revision < history.newest) return this.#listAt(prefix, revision, options)
    if (entries.lacks(prefix)) return { entries: [], revision, remaining: 0 }
    const [from, end] = entries.range(prefix)
    const start = options.after === undefined ? from : Math.min(end, Math.max(from, entries.firstAfter(options.after)))
    const stop = options.limit ? Math.min(end, start + options.limit) : end
    return { entries: entries.slice(start, stop), revision, remaining: end - stop }
  }

  /** Throws `Compacted` or `FutureRevision`. */
  watch(prefix: string, after: number, listener: EventListener, lost?: () => void): () => void {
    this.forgetOld()
    this.#checkRevision(after)
    const past: StoreEvent[] = []
    for (const event of this.history.after(after)) if (event.entry.key.startsWith(prefix)) past.push(event)
    const stop = this.#watchers.add(prefix, listener, lost)
    if (past.length > 0) deliver(listener, past)
    return stop
  }

  waitFor(revision: number, timeoutMs: number): Promise<boolean> {
    if (revision <= this.revision) return Promise.resolve(true)
    return new Promise((resolve) => {
      const end = (arrived: boolean): void => {
        cancel()
        stop()
        resolve(arrived)
      }
      const stop = this.onReach(revision, () => end(true))
      const cancel = this.clock.setTimer(timeoutMs, () => end(false))
    })
  }

  /** Calls `arrive` once the future `revision` is reached. Returns a function that cancels it. */
  onReach(revision: number, arrive: () => void): () => void {
    const arrival = { revision, arrive }
    this.#arrivals.add(arrival)
    return () => this.#arrivals.delete(arrival)
  }

  /** Applies committed changes in revision order and notifies watchers. */
  publish(events: readonly StoreEvent[], at: number): void {
    this.#take(events)
    this.history.push(events, at)
    const publish = this.#watchers.deliveries(events)
    publish()
    this.#arrive()
  }

  /** Records that there are no other changes up to `revision`. */
  reach(revision: number): void {
    this.history.reach(revision)
    this.#arrive()
  }

  /**
   * Applies the difference to a newer state when the changes in between are unknown: history then begins there. Watchers that registered
   * `lost` are told; the others get the difference.
   */
  replace(events: readonly StoreEvent[], revision: number): void {
    this.#take(events)
    this.history.forgetTo(revision)
    for (const lost of this.#watchers.takeLosing()) lost()
    const publish = this.#watchers.deliveries(events)
    publish()
    this.#arrive()
  }

  #take(events: readonly StoreEvent[]): void {
    for (const event of events) {
      if (event.type === 'put') this.entries.put(event.entry)
      else this.entries.delete(event.entry.key)
    }
  }

  #arrive(): void {
    for (const arrival of [...this.#arrivals]) {
      if (arrival.revision > this.revision) continue
      this.#arrivals.delete(arrival)
      arrival.arrive()
    }
  }

  #checkRevision(revision: number): void {
    const { newest, compactedRevision } = this.history
    if (revision > newest) throw new FutureRevision(revision, newest)
    if (revision < compactedRevision) throw new Compacted(revision, compactedRevision)
  }

  #listAt(prefix: string, revision: number, { after, limit }: ListOptions): ListResult {
    const { entries } = this
    const undone = new Map<string, Entry | undefined>()
    for (const { entry, previous } of this.history.backTo(revision))
      if (entry.key.startsWith(prefix)) undone.set(entry.key, previous)
    const present = entries.slice(...entries.range(prefix)).filter(({ key }) => !undone.has(key))
    for (const entry of undone.values()) if (entry) present.push(entry)
    if (undone.size > 0) present.sort((a, b) => (a.key < b.key ? -1 : 1))
    const rest = after === undefined ? present : present.filter(({ key }) => key > after)
    const cut = limit ? rest.slice(0, limit) : rest
    return { entries: cut, revision, remaining: rest.length - cut.length }
  }
}
