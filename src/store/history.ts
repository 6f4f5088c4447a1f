import type { StoreEvent } from './store'

interface Kept {
  readonly event: StoreEvent
  /** When it was made; not after what followed it, nor after the present. */
  at: number
}

/** The committed changes that are still kept, oldest first; their revisions follow each other without a gap. */
export class History {
  #kept: Kept[] = []
  /** How many at the front of `#kept` are forgotten already; the array is cut only now and then. */
  #gone = 0

  constructor(private forgotten: number) {}

  /** The revision of the newest change that is forgotten. */
  get compactedRevision(): number {
    return this.forgotten
  }

  get newest(): number {
    return this.forgotten + this.#kept.length - this.#gone
  }

  push(events: readonly StoreEvent[], at: number): void {
    for (const event of events) this.#kept.push({ event, at })
  }

  /** Changes after `revision`, oldest first. */
  *after(revision: number): Generator<StoreEvent> {
    for (let i = this.#index(revision); i < this.#kept.length; i++) yield (this.#kept[i] as Kept).event
  }

  /** Changes after `revision`, newest first. */
  *backTo(revision: number): Generator<StoreEvent> {
    for (let i = this.#kept.length - 1; i >= this.#index(revision); i--) yield (this.#kept[i] as Kept).event
  }

  forgetTo(revision: number): void {
    if (revision <= this.forgotten) return
    this.#gone = Math.min(this.#index(revision), this.#kept.length)
    this.forgotten = revision
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
    this.forgetTo(this.forgotten + i - this.#gone)
  }

  #index(revision: number): number {
    return this.#gone + revision - this.forgotten
  }
}

const FORGOTTEN = { at: 0 } as unknown as Kept
