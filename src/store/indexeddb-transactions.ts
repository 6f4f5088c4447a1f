import { newestChanges } from './folding'
import { entryRecord, type LoggedBatch, logRecord, markRecord } from './records'
import type { Entry, StoreEvent } from './store'

/** The object stores that hold data; fences are apart. */
export const ALL_STORES = ['meta', 'entries', 'log', 'keys'] as const

interface Appended {
  /** What is added to the log; `at` is its time. */
  readonly batches: readonly LoggedBatch[]
  readonly at: number
  /** Events that add or remove a key. */
  readonly marked: readonly StoreEvent[]
  readonly head: ReturnType<typeof markRecord>
  /** The log again contains every deletion that is recorded in `keys`. */
  readonly whole: boolean
}

/** Adds batches to the log. Uses meta, log and, if there are marked events, keys. */
export function appendToLog(tx: IDBTransaction, { batches, marked, at, head, whole }: Appended): void {
  const meta = tx.objectStore('meta')
  for (const batch of batches) tx.objectStore('log').put(logRecord(batch.last, at, batch.changes), batch.last)
  meta.put(head, 'head')
  if (whole) meta.put(true, 'whole')
  for (const { type, entry } of marked) {
    if (type === 'put') tx.objectStore('keys').put(true, entry.key)
    else tx.objectStore('keys').delete(entry.key)
  }
}

/** Removes keys and their entries without a log record, which needs no free space. Uses meta, entries and keys. */
export function deleteKeys(tx: IDBTransaction, keys: readonly string[]): void {
  tx.objectStore('meta').delete('whole')
  for (const key of keys) {
    tx.objectStore('keys').delete(key)
    tx.objectStore('entries').delete(key)
  }
}

/** Replaces all content with this state as of `revision`, without history. */
export function replaceContent(tx: IDBTransaction, entries: readonly Entry[], revision: number): void {
  for (const store of ALL_STORES) tx.objectStore(store).clear()
  for (const entry of entries) {
    tx.objectStore('entries').put(entryRecord(entry), entry.key)
    tx.objectStore('keys').put(true, entry.key)
  }
  const meta = tx.objectStore('meta')
  meta.put(markRecord(revision, revision, entries.length), 'head')
  meta.put(markRecord(revision), 'folded')
  meta.put(true, 'whole')
}

/** Moves the newest value of each key into `entries` and deletes the log records. Uses meta, entries and log. */
export function foldLog(tx: IDBTransaction, part: readonly LoggedBatch[]): void {
  const folded = (part.at(-1) as LoggedBatch).last
  const entries = tx.objectStore('entries')
  for (const { key, revision, created = revision, ...change } of newestChanges(part)) {
    if ('value' in change) entries.put(entryRecord({ key, value: change.value, revision, created }), key)
    else entries.delete(key)
  }
  tx.objectStore('log').delete(IDBKeyRange.upperBound(folded))
  tx.objectStore('meta').put(markRecord(folded), 'folded')
}
