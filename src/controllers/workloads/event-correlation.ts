/** Several events that differ in nothing but their message become one after so many, until nothing has come for a while. */
const SIMILAR = 10
const SIMILAR_MS = 600_000
/** What one component may say about one object at once, and how long until it may say one more. */
const BURST = 25
const REFILL_MS = 300_000
const MOST_REMEMBERED = 4096

/** An event as its writer wants it, and who it is about. */
export interface Told {
  /** Names the object and what may tell two of them apart. */
  readonly about: string
  readonly type: string
  readonly reason: string
  readonly message: string
}

/** What becomes of it: an event of its own, or one more on the count of an earlier one. */
export interface Correlated {
  readonly key: string
  readonly message: string
}

/** Keeps a component from flooding a cluster with events, by the rules of the known client library. */
export class EventCorrelation {
  private readonly similar = new Recent<{ readonly messages: Set<string>; at: number }>()
  private readonly tokens = new Recent<{ left: number; at: number }>()

  /** What to write of an event at a time; undefined when this object has had its share. */
  take({ about, type, reason, message }: Told, now: number): Correlated | undefined {
    const group = JSON.stringify([about, type, reason])
    const correlated = this.aggregated(group, message, now)
    return this.spend(about, now) ? correlated : undefined
  }

  private aggregated(group: string, message: string, now: number): Correlated {
    const before = this.similar.get(group)
    const known = before && now - before.at <= SIMILAR_MS ? before : { messages: new Set<string>(), at: now }
    known.messages.add(message)
    known.at = now
    this.similar.set(group, known)
    if (known.messages.size < SIMILAR) return { key: JSON.stringify([group, message]), message }
    for (const one of known.messages) {
      known.messages.delete(one)
      break
    }
    return { key: group, message: `(combined from similar events): ${message}` }
  }

  private spend(about: string, now: number): boolean {
    const before = this.tokens.get(about) ?? { left: BURST, at: now }
    const left = Math.min(BURST, before.left + (now - before.at) / REFILL_MS)
    const may = left >= 1
    this.tokens.set(about, { left: may ? left - 1 : left, at: now })
    return may
  }
}

/** A map that forgets what was used longest ago. */
export class Recent<T> {
  private readonly entries = new Map<string, T>()

  get(key: string): T | undefined {
    return this.entries.get(key)
  }
  set(key: string, value: T): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    if (this.entries.size <= MOST_REMEMBERED) return
    for (const oldest of this.entries.keys()) return this.delete(oldest)
  }
  delete(key: string): void {
    this.entries.delete(key)
  }
}
