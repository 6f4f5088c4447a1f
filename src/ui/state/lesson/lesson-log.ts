import type { LogEntry } from '../../../scenarios/request-log'
import { planeKey } from '../../../links/plane-key'

const KEY = planeKey('lesson-log')
/** Checks look back this far; older requests are forgotten. */
const LIMIT = 500

interface KeptEntry extends Omit<LogEntry, 'query'> {
  readonly query: string
}

/** The requests since a lesson was opened; they outlive a reload of the page. */
export class LessonLog {
  #entries: LogEntry[]

  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#entries = this.#kept()
  }

  entries(): readonly LogEntry[] {
    return this.#entries
  }

  add(entry: LogEntry): void {
    this.#entries = [...this.#entries, entry].slice(-LIMIT)
    const kept: KeptEntry[] = this.#entries.map((one) => ({ ...one, query: one.query.toString() }))
    try {
      this.storage.setItem(KEY, JSON.stringify(kept))
    } catch {
      // Without room the log lasts as long as the page.
    }
  }

  clear(): void {
    this.#entries = []
    this.storage.removeItem(KEY)
  }

  #kept(): LogEntry[] {
    try {
      const kept = JSON.parse(this.storage.getItem(KEY) ?? '[]') as KeptEntry[]
      return kept.map((one) => ({ ...one, query: new URLSearchParams(one.query) }))
    } catch {
      return []
    }
  }
}
