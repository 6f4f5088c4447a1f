import { newestChanges } from './folding'
import { FENCE, type NumberedBatch, numberedRecord, type Reached } from './indexeddb-records'
import { entryRecord, markRecord } from './records'
import type { Entry, StoreEvent } from './store'

/** The object stores that hold data; fences are apart. */
export const ALL_STORES = ['meta', 'entries', 'log', 'keys'] as const

interface Appended {
  /** What is added to the log; `at` is its time. */
  readonly batches: readonly NumberedBatch[]
  readonly at: number
  /** Events that add or remove a key. */
  readonly marked: readonly StoreEvent[]
  /** How far the database is afterwards. */
  readonly reached: Reached
  /** The log again contains every deletion that is recorded in `keys`. */
  readonly whole: boolean
}

/** Adds batches to the log. Uses log, keys if there are marked events, and meta if the log is whole again. */
export function appendToLog(tx: IDBTransaction, { batches, marked, at, reached, whole }: Appended): void {
  for (const batch of batches) tx.objectStore('log').add(numberedRecord(batch, at, reached), batch.number)
  if (whole) tx.objectStore('meta').put(true, 'whole')
  for (const { type, entry } of marked) {
    if (type === 'put') tx.objectStore('keys').put(true, entry.key)
    else tx.objectStore('keys').delete(entry.key)
  }
}

/** Says how far the database is, so that a loss of its newest records is found. Uses meta. */
export function markReached(tx: IDBTransaction, { revision, compacted, count }: Reached): void {
  tx.objectStore('meta').put(markRecord(revision, compacted, count), 'head')
}

/** Removes keys and their entries without a log record, which needs no free space. Uses meta, entries and keys. */
export function deleteKeys(tx: IDBTransaction, keys: readonly string[]): void {
  tx.objectStore('meta').delete('whole')
  for (const key of keys) {
    tx.objectStore('keys').delete(key)
    tx.objectStore('entries').delete(key)
  }
}

/** Replaces all content with this state as of `revision`, without history; `fences` stay in the log. */
export function replaceContent(
  tx: IDBTransaction,
  fences: readonly number[],
  entries: readonly Entry[],
  revision: number,
): void {
  for (const store of ALL_STORES) tx.objectStore(store).clear()
  for (const fence of fences) tx.objectStore('log').put(FENCE, fence)
  for (const entry of entries) {
    tx.objectStore('entries').put(entryRecord(entry), entry.key)
    tx.objectStore('keys').put(true, entry.key)
  }
  const meta = tx.objectStore('meta')
  markReached(tx, { revision, compacted: revision, count: entries.length })
  meta.put(markRecord(revision), 'folded')
  meta.put(true, 'whole')
}

/** Moves the newest value of each key into `entries` and deletes the log records. Uses meta, entries and log. */
export function foldLog(tx: IDBTransaction, part: readonly NumberedBatch[]): void {
  const entries = tx.objectStore('entries')
  for (const { key, revision, created = revision, ...change } of newestChanges(part)) {
    if ('value' in change) entries.put(entryRecord({ key, value: change.value, revision, created }), key)
    else entries.delete(key)
  }
  for (const [first, last] of runsOf(part)) tx.objectStore('log').delete(IDBKeyRange.bound(first, last))
  tx.objectStore('meta').put(markRecord((part.at(-1) as NumberedBatch).last), 'folded')
}

/** The numbers of batches as ranges without gaps: a fence lies between two ranges, and stays. */
function runsOf(part: readonly NumberedBatch[]): [number, number][] {
  const runs: [number, number][] = []
  for (const { number } of part) {
    const run = runs.at(-1)
    if (run?.[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  return runs
}
