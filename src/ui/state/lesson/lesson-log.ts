import type { LogEntry } from '../../../scenarios/request-log'
import { planeKey } from '../../../links/plane-key'

const KEY = planeKey('lesson-log')
/** Maximum number of requests that checks can look back on; older ones are dropped. */
const LIMIT = 500

interface KeptEntry extends Omit<LogEntry, 'query'> {
  readonly query: string
}

/** The requests since a lesson was opened, from all tabs of the plane and across browser sessions. */
export class LessonLog {
  #entries: readonly LogEntry[]
  /** True while storage accepts the log; it is then the source of truth. */
  #stored = true

  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#entries = this.#kept()
  }

  entries(): readonly LogEntry[] {
    return this.#entries
  }

  add(entry: LogEntry): void {
    // Other tabs log the same requests, and one of them may have restarted the lesson.
    const known = this.#stored ? this.#kept() : this.#entries
    if (known.some(({ id }) => id === entry.id)) return void (this.#entries = known)
    this.#entries = [...known, entry].slice(-LIMIT)
    const kept: KeptEntry[] = this.#entries.map((one) => ({ ...one, query: one.query.toString() }))
    try {
      this.storage.setItem(KEY, JSON.stringify(kept))
      this.#stored = true
    } catch {
      this.#stored = false // storage is full: the log lasts as long as the page
    }
  }

  clear(): void {
    this.#entries = []
    this.#stored = true
    this.storage.removeItem(KEY)
  }

  #kept(): LogEntry[] {
    try {
      const kept = JSON.parse(this.storage.getItem(KEY) ?? '[]') as KeptEntry[]
      return kept.map((one) => ({ ...one, query: new URLSearchParams(one.query) }))
    } catch {
      return [] // not a log: another program wrote it
    }
  }
}
