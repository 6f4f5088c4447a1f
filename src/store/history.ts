import type { StoreEvent } from './store'

interface DatedEvent {
  readonly event: StoreEvent
  /** Time of the change; clamped so that it is never later than its successor or the present. */
  at: number
}

/** The retained changes, oldest first. Revisions may have gaps: other clusters on the same medium use them. */
export class History {
  #kept: DatedEvent[] = []
  /** Number of entries at the front of `#kept` that are already forgotten; the array is trimmed only occasionally. */
  #gone = 0
  #newest: number

  constructor(private forgotten: number) {
    this.#newest = forgotten
  }

  /** Revision of the newest forgotten change. */
  get compactedRevision(): number {
    return this.forgotten
  }

  get newest(): number {
    return this.#newest
  }

  push(events: readonly StoreEvent[], at: number): void {
    for (const event of events) {
      this.#kept.push({ event, at })
      this.#newest = event.entry.revision
    }
  }

  /** Records that all changes up to `revision` are present. */
  reach(revision: number): void {
    if (revision > this.#newest) this.#newest = revision
  }

  /** Changes after `revision`, oldest first. */
  *after(revision: number): Generator<StoreEvent> {
    for (let i = this.#index(revision); i < this.#kept.length; i++) yield (this.#kept[i] as DatedEvent).event
  }

  /** Changes after `revision`, newest first. */
  *backTo(revision: number): Generator<StoreEvent> {
    const first = this.#index(revision)
    for (let i = this.#kept.length - 1; i >= first; i--) yield (this.#kept[i] as DatedEvent).event
  }

  forgetTo(revision: number): void {
    if (revision <= this.forgotten) return
    this.#gone = this.#index(revision)
    this.forgotten = revision
    this.reach(revision)
    if (this.#gone > 1_000 && this.#gone * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#gone)
      this.#gone = 0
    } else {
      // Forgotten changes must not keep their values alive.
      for (let i = this.#gone - 1; i >= 0 && this.#kept[i] !== FORGOTTEN; i--) this.#kept[i] = FORGOTTEN
    }
  }

  /** Forgets changes made more than `windowMs` before `now`. */
  forgetOlder(now: number, windowMs: number): void {
    // If the clock went back, changes from the future count as made now; otherwise history would be kept until the clock catches up.
    for (let i = this.#kept.length - 1; i >= this.#gone && (this.#kept[i] as DatedEvent).at > now; i--)
      (this.#kept[i] as DatedEvent).at = now
    let i = this.#gone
    while (i < this.#kept.length && (this.#kept[i] as DatedEvent).at <= now - windowMs) i++
    if (i > this.#gone) this.forgetTo((this.#kept[i - 1] as DatedEvent).event.entry.revision)
  }

  /** Index of the first change after `revision`. */
  #index(revision: number): number {
    let low = this.#gone
    let high = this.#kept.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#kept[middle] as DatedEvent).event.entry.revision <= revision) low = middle + 1
      else high = middle
    }
    return low
  }
}

const FORGOTTEN = { at: 0 } as unknown as DatedEvent
