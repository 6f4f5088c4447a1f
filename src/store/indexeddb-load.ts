import { attempt, checkRevisions, type Content as Found, damageError } from './content'
import { openDatabase } from './indexeddb-database'
import type { Database } from './indexeddb-schema'
import type { Loaded } from './medium'
import { type NumberedBatch, type ReadBatch, type Reached, reachedOf, readNumbered } from './indexeddb-records'
import { type LoggedBatch, type MarkRecord, readEntry, readMark } from './records'
import type { Entry } from './store'
import { exportText, type StoredEntry } from './transfer'

/** Content of a database. */
export interface Opened {
  readonly loaded: Loaded
  /** The log's batches, oldest first. */
  readonly unfolded: NumberedBatch[]
  /** Deletions recorded only in `keys`, because there was no space for a log record. */
  readonly owed: LoggedBatch | undefined
  /** How far the database is. */
  readonly reached: Reached
}

interface Content extends Found {
  readonly batches: ReadBatch[]
}

const META: ReadonlySet<string> = new Set(['head', 'folded', 'whole'])

/**
 * Reads and checks everything: checksums, that revisions have no gap up to the newest one, and that no expected key is missing. Rejects
 * with `unreadable` if anything is missing or changed.
 */
export async function load(db: Database): Promise<Opened> {
  const content = await read(db)
  const [whole, keys, names] = await Promise.all([
    db.get('meta', 'whole'),
    db.getAllKeys('keys'),
    db.getAllKeys('meta'),
  ])
  const [noted, folded] = await Promise.all([mark(db, 'head', content), mark(db, 'folded', content)])
  const head = noted && folded && reachedOf(noted, folded, content.batches.at(-1))
  checkRevisions(content, head, folded)
  const missing = checkKeys(content, new Set<unknown>(keys), head, whole === undefined)
  const { damaged } = content
  if (whole !== undefined && whole !== true) damaged.push('the record “whole” is changed')
  for (const name of names) if (!META.has(name)) damaged.push(`there is a foreign record “${name}”`)
  if (damaged.length > 0 || !head || !folded) throw damageError('the database', damaged)
  const changes = missing.map((key, i) => ({ revision: head.revision + 1 + i, key }))
  const newest = head.revision + changes.length
  // The order of these deletions is unknown, so they are not part of history.
  const owed = changes.length > 0 ? { last: newest, changes, at: 0 } : undefined
  return {
    loaded: {
      entries: [...content.entries.values()],
      revision: folded.revision,
      compactedRevision: owed ? newest : head.compacted,
      batches: owed ? [...content.batches, owed] : content.batches,
    },
    unfolded: content.batches.map(({ number, last, changes: logged }) => ({ number, last, changes: logged })),
    owed,
    reached: { ...head, count: keys.length },
  }
}

async function read(db: Database): Promise<Content> {
  const tx = db.transaction(['entries', 'log'])
  const [keys, records, numbers, logged] = await Promise.all([
    tx.objectStore('entries').getAllKeys(),
    tx.objectStore('entries').getAll(),
    tx.objectStore('log').getAllKeys(),
    tx.objectStore('log').getAll(),
    tx.done,
  ])
  const damaged: string[] = []
  const entries = new Map<string, Entry>()
  records.forEach((record, i) => attempt(damaged, () => entries.set(keys[i] as string, readEntry(keys[i], record))))
  const batches = logged.flatMap((record, i) => attempt(damaged, () => readNumbered(numbers[i], record)) ?? [])
  return { entries, batches, damaged }
}

async function mark(db: Database, name: 'head' | 'folded', { damaged }: Content): Promise<MarkRecord | undefined> {
  const record = await db.get('meta', name)
  return attempt(damaged, () => readMark(name, record === true ? undefined : record))
}

/**
 * Checks keys that are deleted in `keys` only, which is valid only where it was noted. Keys whose entry was freed at once have no name any
 * more.
 */
function checkKeys(
  { entries, batches, damaged }: Content,
  present: ReadonlySet<unknown>,
  head: Reached | undefined,
  deletions: boolean,
): string[] {
  if (!head || damaged.length > 0) return []
  const keys = new Set(entries.keys())
  for (const { changes } of batches)
    for (const { key, revision, created = revision, ...change } of changes) {
      const replaces = !('value' in change) || created < revision
      // Keys freed on a full disk were deleted before history begins, or are not in the log yet.
      if (replaces && !keys.has(key) && revision > head.compacted && !deletions)
        damaged.push(`the entry "${key}" is missing`)
      if ('value' in change) keys.add(key)
      else keys.delete(key)
    }
  for (const key of present) if (!keys.has(key as string)) damaged.push(`the entry ${JSON.stringify(key)} is missing`)
  const missing = [...keys].filter((key) => !present.has(key)).sort()
  const gone = head.count - present.size
  if (gone < missing.length) damaged.push(`there are ${present.size} keys, not ${head.count}`)
  else if (gone > 0 && !deletions) damaged.push(`${gone} of ${head.count} keys are missing`)
  while (missing.length < gone) missing.push(FREED)
  return missing
}

/** Placeholder for a key that was deleted and freed; no entry has it. */
const FREED = ''

/**
 * Exports the undamaged content of a database that does not open as a store, in import format. The newest value of a key may be among the
 * damaged records; the export names what it leaves out.
 */
export async function rescueStore(name: string): Promise<string> {
  const db = await openDatabase(name)
  try {
    const { entries, batches, damaged } = await read(db)
    const state = new Map<string, StoredEntry>(entries)
    for (const { changes } of batches)
      for (const { key, revision, created = revision, ...change } of changes) {
        if ('value' in change) state.set(key, { key, value: change.value, revision, created })
        else state.delete(key)
      }
    return exportText([...state.values()], damaged)
  } finally {
    db.close()
  }
}
