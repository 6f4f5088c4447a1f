import type { DBSchema, IDBPDatabase } from 'idb'
import type { EntryRecord, LogRecord, MarkRecord } from './records'

/**
 * The store's database:
 * - `log` has one record a transaction, under its last revision;
 * - `entries` is the state as of the revision `folded`, into which records are folded once their history is not needed;
 * - `keys` has the key of everything that is present. It shows what is missing, and a deletion is a deletion there too, which
 *   a browser allows when it gives no more space;
 * - `head` in `meta` is the newest revision; `whole` is missing while there are deletions that only `keys` knows of;
 * - `fences` keeps those from writing who opened the database before and do not know that another one took over.
 *
 * Values are kept as JSON text: it is cheaper to write and to read than structured clones of the same objects.
 */
export interface Schema extends DBSchema {
  meta: { key: 'head' | 'folded' | 'whole'; value: MarkRecord | true }
  entries: { key: string; value: EntryRecord }
  log: { key: number; value: LogRecord }
  keys: { key: string; value: true }
  fences: { key: number; value: true }
}

export type Database = IDBPDatabase<Schema>
