import type { Entry, StoreEvent, Write } from './store'

/** What a store must hold, as plainly as it can be said: every change, and the state that follows from them. */
export class StoreModel {
  readonly entries = new Map<string, Entry>()
  /** Every change, oldest first, with when it was made. */
  readonly log: { readonly event: StoreEvent; at: number }[] = []

  /** `revision` is where the store begins. */
  constructor(public revision: number) {}

  /** What a write must become where `current` is what its key holds; undefined for one that must be refused. */
  outcome(write: Write, current: Entry | undefined, revision: number): StoreEvent | undefined {
    const { key } = write
    if (write.expect !== (current?.revision ?? 0) || (write.type === 'delete' && !current)) return undefined
    if (write.type === 'put') {
      const entry = { key, value: write.value, revision, created: current?.created ?? revision }
      return { type: 'put', entry, previous: current }
    }
    const previous = current as Entry
    return { type: 'delete', entry: { ...previous, revision }, previous }
  }

  /** Takes in changes that were answered. */
  take(events: readonly StoreEvent[], at: number): void {
    for (const event of [...events].sort((a, b) => a.entry.revision - b.entry.revision)) {
      const { entry } = event
      if (event.type === 'put') this.entries.set(entry.key, entry)
      else this.entries.delete(entry.key)
      this.log.push({ event, at })
      this.revision = entry.revision
    }
  }

  /** The changes after a revision below a prefix, oldest first. */
  after(revision: number, prefix: string): StoreEvent[] {
    const found: StoreEvent[] = []
    for (let i = this.log.length - 1; i >= 0; i--) {
      const { event } = this.log[i] as { event: StoreEvent }
      if (event.entry.revision <= revision) break
      if (event.entry.key.startsWith(prefix)) found.push(event)
    }
    return found.reverse()
  }

  /** The entries below a prefix at a revision, in key order. */
  at(revision: number, prefix: string): Entry[] {
    const state = new Map([...this.entries].filter(([key]) => key.startsWith(prefix)))
    for (const { entry, previous } of this.after(revision, prefix).reverse())
      if (previous) state.set(entry.key, previous)
      else state.delete(entry.key)
    return [...state.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  /** A medium that does not keep times takes all history for new when it is opened. */
  redate(at: number): void {
    for (const change of this.log) change.at = at
  }

  /** The newest revision that was made at or before a time; history may be forgotten up to it. */
  newestAt(time: number): number {
    for (let i = this.log.length - 1; i >= 0; i--) {
      const { event, at } = this.log[i] as { event: StoreEvent; at: number }
      if (at <= time) return event.entry.revision
    }
    return 0
  }
}
