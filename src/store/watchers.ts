import type { StoreEvent } from './store'

/** Receives the events of one commit, in revision order. */
export type EventListener = (events: readonly StoreEvent[]) => void

/** Watchers by prefix. An event is looked up once per distinct prefix length, so watchers of other prefixes cost nothing. */
export class Watchers {
  readonly #byPrefix = new Map<string, Set<EventListener>>()
  /** Number of prefixes of each length. */
  readonly #lengths = new Map<number, number>()
  /** `lost` callbacks, each with a function that removes its watcher. */
  readonly #losing = new Map<() => void, () => void>()

  /**
   * Adds a listener, which counts separately even if added twice; returns a function that removes it. `lost` is called once if changes can
   * no longer be delivered.
   */
  add(prefix: string, listener: EventListener, lost?: () => void): () => void {
    let active = true
    const own: EventListener = (events) => {
      if (active) listener(events)
    }
    let set = this.#byPrefix.get(prefix)
    if (!set) {
      this.#byPrefix.set(prefix, (set = new Set()))
      this.#lengths.set(prefix.length, (this.#lengths.get(prefix.length) ?? 0) + 1)
    }
    set.add(own)
    const stop = (): void => {
      if (!active) return
      active = false
      if (told) this.#losing.delete(told)
      this.#remove(prefix, own)
    }
    const told = lost && ((): void => lost())
    if (told) this.#losing.set(told, stop)
    return stop
  }

  /** Removes watchers that registered `lost`; returns their callbacks. */
  takeLosing(): (() => void)[] {
    const losing = [...this.#losing]
    for (const [, stop] of losing) stop()
    return losing.map(([told]) => told)
  }

  #remove(prefix: string, listener: EventListener): void {
    const set = this.#byPrefix.get(prefix)
    if (!set?.delete(listener) || set.size > 0) return
    this.#byPrefix.delete(prefix)
    const left = (this.#lengths.get(prefix.length) ?? 0) - 1
    if (left > 0) this.#lengths.set(prefix.length, left)
    else this.#lengths.delete(prefix.length)
  }

  /** Determines now who receives which events; watchers added later get none of them. */
  deliveries(events: readonly StoreEvent[]): () => void {
    const batches = new Map<Set<EventListener>, StoreEvent[]>()
    for (const event of events) {
      const { key } = event.entry
      for (const length of this.#lengths.keys()) {
        if (length > key.length) continue
        const set = this.#byPrefix.get(key.slice(0, length))
        if (!set) continue
        const batch = batches.get(set)
        if (batch) batch.push(event)
        else batches.set(set, [event])
      }
    }
    const calls = [...batches].map(([set, batch]) => ({ listeners: [...set], batch }))
    return () => {
      for (const { listeners, batch } of calls) for (const listener of listeners) deliver(listener, batch)
    }
  }
}

/** An exception in a listener surfaces as an uncaught error and does not affect others. */
export function deliver(listener: EventListener, events: readonly StoreEvent[]): void {
  try {
    listener(events)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
