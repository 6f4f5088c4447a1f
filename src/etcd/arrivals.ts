import type { Clock } from '../machinery/clock'
import type { InMemoryState } from '../store/in-memory-state'
import { StoreError, type StoreEvent } from '../store/store'

/** How long a committed write waits until memory has it. */
const HEARS_MS = 10_000

/** Writes that etcd has committed and memory has not received yet. */
export class Arrivals {
  /** By revision. */
  readonly #awaited = new Map<number, (event: StoreEvent | undefined) => void>()

  constructor(
    private readonly held: InMemoryState,
    private readonly realTime: Clock,
    /** What sends the changes, for messages. */
    private readonly what: string,
  ) {}

  /** The change at this revision, once memory has it. */
  of(revision: number, key: string): Promise<StoreEvent> {
    if (revision <= this.held.revision)
      for (const event of this.held.history.after(revision - 1))
        if (event.entry.revision === revision) return Promise.resolve(event)
    if (revision <= this.held.revision) return this.#passedBy(revision, key)
    return new Promise((resolve, reject) => {
      const cancel = this.realTime.setTimer(HEARS_MS, () => {
        this.#awaited.delete(revision)
        reject(new StoreError('unreachable', `${this.what} kept a write and tells of no changes`))
      })
      this.#awaited.set(revision, (event) => {
        cancel()
        resolve(event ?? this.#passedBy(revision, key))
      })
    })
  }

  /** A change that memory skipped, because etcd compacted it first. */
  #passedBy(revision: number, key: string): Promise<StoreEvent> {
    const entry = this.held.get(key)
    if (entry?.revision === revision) return Promise.resolve({ type: 'put', entry, previous: undefined })
    return Promise.reject(
      new StoreError('unreachable', `the change of ${key} was kept, but memory went past it unseen`),
    )
  }

  /** Reports the change at a revision; `event` is undefined if memory skipped it. */
  arrived(revision: number, event: StoreEvent | undefined): void {
    this.#awaited.get(revision)?.(event)
    this.#awaited.delete(revision)
  }

  /** Reports that memory went past all changes up to a revision without seeing them. */
  passed(revision: number): void {
    for (const awaited of [...this.#awaited.keys()]) if (awaited <= revision) this.arrived(awaited, undefined)
  }
}
