import type { DBSchema, IDBPDatabase } from 'idb'
import type { FENCE, NumberedRecord } from './indexeddb-records'
import type { EntryRecord, LogRecord, MarkRecord } from './records'

/**
 * The store's database:
 * - `log` has one record per transaction, numbered, and the fences that keep earlier owners from writing after another one took over (see
 * indexeddb-fence.ts);
 * - `entries` is the state at revision `folded`; log records are folded into it once history no longer needs them;
 * - `keys` has the key of everything present. It reveals missing entries, and on a full disk a deletion can be recorded here by deleting,
 * which a browser allows without free space;
 * - `head` in `meta` is a revision that was reached, so that a loss of the newest records is found; it is written after a pause and at the
 * end. `whole` is absent while some deletions are recorded only in `keys`;
 * - `fences` has the numbers of the fences.
 *
 * Values are stored as JSON text, which is cheaper to write and read than structured clones.
 */
export interface Schema extends DBSchema {
  meta: { key: 'head' | 'folded' | 'whole'; value: MarkRecord | true }
  entries: { key: string; value: EntryRecord }
  log: { key: number; value: NumberedRecord | LogRecord | typeof FENCE }
  keys: { key: string; value: true }
  fences: { key: number; value: true }
}

/** An open database of the store. */
export type Database = IDBPDatabase<Schema>
