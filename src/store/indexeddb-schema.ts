import type { DBSchema, IDBPDatabase } from 'idb'
import type { EntryRecord, LogRecord, MarkRecord } from './records'

/**
 * The store's database:
 * - `log` has one record per transaction, under its last revision;
 * - `entries` is the state at revision `folded`; log records are folded into it once history no longer needs them;
 * - `keys` has the key of everything present. It reveals missing entries, and on a full disk a deletion can be recorded here by deleting,
 * which a browser allows without free space;
 * - `head` in `meta` is the newest revision; `whole` is absent while some deletions are recorded only in `keys`;
 * - `fences` keeps earlier owners from writing after another one took over.
 *
 * Values are stored as JSON text, which is cheaper to write and read than structured clones.
 */
export interface Schema extends DBSchema {
  meta: { key: 'head' | 'folded' | 'whole'; value: MarkRecord | true }
  entries: { key: string; value: EntryRecord }
  log: { key: number; value: LogRecord }
  keys: { key: string; value: true }
  fences: { key: number; value: true }
}

/** An open database of the store. */
export type Database = IDBPDatabase<Schema>
