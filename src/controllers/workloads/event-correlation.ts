/** After this many events that differ only in their message, further ones are merged, until none has come for a while. */
const SIMILAR = 10
const SIMILAR_MS = 600_000
/** The number of events that a component may write about one object in a burst, and the time until it may write one more. */
const BURST = 25
const REFILL_MS = 300_000
const MOST_REMEMBERED = 4096

/** An event before correlation, and its object. */
export interface UncorrelatedEvent {
  /** Identifies the object. */
  readonly about: string
  /** The part of the object that it is about. */
  readonly part?: string | undefined
  readonly type: string
  readonly reason: string
  readonly message: string
}

/** The result: a new event, or an increased count of an earlier one. */
export interface Correlated {
  readonly key: string
  readonly message: string
}

/** Rate-limits and merges events, by the rules of the common client library. */
export class EventCorrelation {
  private readonly similar = new Recent<{ readonly messages: Set<string>; at: number }>()
  private readonly tokens = new Recent<{ left: number; at: number }>()

  /** The event to write at a time; undefined if the object has used up its burst. */
  take({ about, part, type, reason, message }: UncorrelatedEvent, now: number): Correlated | undefined {
    const group = `${about}\n${type}\n${reason}`
    const correlated = this.aggregated(group, part, message, now)
    return this.spend(about, now) ? correlated : undefined
  }

  private aggregated(group: string, part: string | undefined, message: string, now: number): Correlated {
    const before = this.similar.get(group)
    const known = before && now - before.at <= SIMILAR_MS ? before : { messages: new Set<string>(), at: now }
    known.messages.add(message)
    known.at = now
    this.similar.set(group, known)
    if (known.messages.size < SIMILAR) return { key: `${group}\n${part ?? ''}\n${message}`, message }
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

/** A map that drops the least recently used entries. */
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
