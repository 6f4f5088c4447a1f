import type { StoreEvent } from './store'

interface Kept {
  readonly event: StoreEvent
  /** When it was made; not after what followed it, nor after the present. */
  at: number
}

/** The committed changes that are still kept, oldest first. Revisions may be left out: other clusters of a medium have them. */
export class History {
  #kept: Kept[] = []
  /** How many at the front of `#kept` are forgotten already; the array is cut only now and then. */
  #gone = 0
  #newest: number

  constructor(private forgotten: number) {
    this.#newest = forgotten
  }

  /** The revision of the newest change that is forgotten. */
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

  /** Notes that all changes up to `revision` are here. */
  reach(revision: number): void {
    if (revision > this.#newest) this.#newest = revision
  }

  /** Changes after `revision`, oldest first. */
  *after(revision: number): Generator<StoreEvent> {
    for (let i = this.#index(revision); i < this.#kept.length; i++) yield (this.#kept[i] as Kept).event
  }

  /** Changes after `revision`, newest first. */
  *backTo(revision: number): Generator<StoreEvent> {
    const first = this.#index(revision)
    for (let i = this.#kept.length - 1; i >= first; i--) yield (this.#kept[i] as Kept).event
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
      // What is forgotten must not keep its values alive.
      for (let i = this.#gone - 1; i >= 0 && this.#kept[i] !== FORGOTTEN; i--) this.#kept[i] = FORGOTTEN
    }
  }

  /** Forgets what was made more than `windowMs` before `now`. */
  forgetOlder(now: number, windowMs: number): void {
    // A clock that went back must not keep history until it has caught up: what is ahead of it counts as made now.
    for (let i = this.#kept.length - 1; i >= this.#gone && (this.#kept[i] as Kept).at > now; i--)
      (this.#kept[i] as Kept).at = now
    let i = this.#gone
    while (i < this.#kept.length && (this.#kept[i] as Kept).at <= now - windowMs) i++
    if (i > this.#gone) this.forgetTo((this.#kept[i - 1] as Kept).event.entry.revision)
  }

  /** Where the first change after `revision` stands. */
  #index(revision: number): number {
    let low = this.#gone
    let high = this.#kept.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#kept[middle] as Kept).event.entry.revision <= revision) low = middle + 1
      else high = middle
    }
    return low
  }
}

const FORGOTTEN = { at: 0 } as unknown as Kept
