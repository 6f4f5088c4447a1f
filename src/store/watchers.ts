import type { StoreEvent } from './store'

export type EventListener = (events: readonly StoreEvent[]) => void

/**
 * Watchers by prefix. An event is looked up once for each distinct length of prefix, so watchers of other prefixes cost
 * nothing however many they are.
 */
export class Watchers {
  readonly #byPrefix = new Map<string, Set<EventListener>>()
  /** How many prefixes of a length there are. */
  readonly #lengths = new Map<number, number>()

  /** Adds a listener of its own identity; returns what removes it. */
  add(prefix: string, listener: EventListener): () => void {
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
    return () => {
      if (!active) return
      active = false
      this.#remove(prefix, own)
    }
  }

  #remove(prefix: string, listener: EventListener): void {
    const set = this.#byPrefix.get(prefix)
    if (!set?.delete(listener) || set.size > 0) return
    this.#byPrefix.delete(prefix)
    const left = (this.#lengths.get(prefix.length) ?? 0) - 1
    if (left > 0) this.#lengths.set(prefix.length, left)
    else this.#lengths.delete(prefix.length)
  }

  /** Who gets which of the events; those who come later get none of them. */
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

/** A listener's failure is its own: it surfaces as an uncaught error and delays nobody. */
export function deliver(listener: EventListener, events: readonly StoreEvent[]): void {
  try {
    listener(events)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
