import type { DBSchema, IDBPDatabase } from 'idb'
import { deleteDB, openDB, unwrap } from 'idb'
import type { Clock } from '../machinery/clock'
import { createEngine } from './engine'
import type { Batch, Change, Loaded, Medium } from './medium'
import type { Entry, Store } from './store'
import { StoreError } from './store'
import type { StoredEntry } from './transfer'
import { exportText } from './transfer'

/**
 * One database: `log` has one record a transaction, under its last revision; `entries` the state as of the revision
 * `folded` in `meta`, into which records are folded once their history is no longer needed. Values are kept as JSON text:
 * it is cheaper to write and to read than structured clones of the same objects.
 */
interface Schema extends DBSchema {
  meta: { key: 'folded' | 'compacted'; value: number }
  entries: { key: string; value: { text: string; revision: number; created: number } }
  log: { key: number; value: { at: number; compacted: number; text: string } }
}
type Database = IDBPDatabase<Schema>

const FORMAT = 1
const FIRST_REVISION = 1
// Folding costs a transaction of its own, so it waits for company; in pieces, so that no writer waits long for it.
const FOLD_FROM = 32
const FOLD_AT_MOST = 512

interface LoggedChange extends Change {
  readonly created?: number
}
interface LogRecord {
  readonly last: number
  readonly changes: readonly LoggedChange[]
}

/**
 * Opens the store of this origin, with the history that is still within the window. Rejects with a `StoreError`: `blocked`
 * when another tab holds an older form of the database, `unreadable` when what is there can't be used.
 */
export async function openIndexedDbStore({ clock, name }: { clock: Clock; name: string }): Promise<Store> {
  const troubles: ((error: StoreError) => void)[] = []
  let lost: StoreError | undefined
  const lose = (message: string): void => {
    lost = new StoreError('closed', message)
    for (const tell of troubles) tell(lost)
  }
  const db = await open(name, {
    superseded: () => lose('a newer version of this page has taken the database over; reload the page'),
    terminated: () => lose('the browser closed the database, its data may have been cleared; reload the page'),
  })
  try {
    const { loaded, unfolded } = await load(db)
    return createEngine(
      createMedium(db, unfolded, troubles, () => lost),
      loaded,
      clock,
    )
  } catch (error) {
    db.close()
    throw storeError(error, 'unreadable')
  }
}

/**
 * Databases of which a request waits until another tab lets go. Nobody can take such a request back, and what is asked
 * after it waits behind it without a word.
 */
const held = new Map<string, string>()

/** Refuses at once what would wait for another tab. */
function checkFree(name: string): void {
  const why = held.get(name)
  if (why !== undefined) throw new StoreError('blocked', why)
}

function hold(name: string, why: string, until: Promise<unknown>): StoreError {
  held.set(name, why)
  const free = (): boolean => held.delete(name)
  until.then(free, free)
  return new StoreError('blocked', why)
}

/** Deletes the database; rejects with `blocked` when another connection does not let go of it. */
export async function deleteStore(name: string): Promise<void> {
  checkFree(name)
  try {
    await new Promise<void>((resolve, reject) => {
      const deleting = deleteDB(name, {
        blocked() {
          reject(hold(name, 'another tab is using the database; it is deleted as soon as that tab is closed', deleting))
        },
      })
      deleting.then(resolve, reject)
    })
  } catch (error) {
    throw storeError(error, 'write-failed')
  }
}

/** Whatever can still be read of a database that does not open as a store, in the form that an import takes. */
export async function rescueStore(name: string): Promise<string> {
  const db = await open(name, { superseded: () => undefined, terminated: () => undefined })
  try {
    const state = new Map<string, StoredEntry>()
    for (const { key, record } of await records(db, 'entries')) {
      const value = parsed(record.text)
      if (value) state.set(key, { key, value: value.value, revision: record.revision, created: record.created })
    }
    for (const { record } of await records(db, 'log')) {
      for (const change of (parsed(record.text)?.value ?? []) as LoggedChange[]) {
        if (!('value' in change)) state.delete(change.key)
        else state.set(change.key, { ...change, value: change.value, created: change.created ?? change.revision })
      }
    }
    return exportText([...state.values()])
  } finally {
    db.close()
  }
}

const parsed = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    // What can't be parsed is what the rescue leaves behind.
    return undefined
  }
}

async function records<S extends 'entries' | 'log'>(db: Database, store: S) {
  const found: { key: Schema[S]['key']; record: Schema[S]['value'] }[] = []
  for (const key of await db.getAllKeys(store)) {
    const record = await db.get(store, key)
    if (record) found.push({ key, record })
  }
  return found
}

async function open(name: string, on: { superseded: () => void; terminated: () => void }): Promise<Database> {
  checkFree(name)
  let givenUp = false
  try {
    return await new Promise<Database>((resolve, reject) => {
      const opening = openDB<Schema>(name, FORMAT, {
        upgrade(db) {
          for (const store of ['meta', 'entries', 'log'] as const) db.createObjectStore(store)
        },
        blocked() {
          givenUp = true
          reject(hold(name, 'another tab holds an older form of the database; close it and try again', opening))
        },
        blocking(_current, _blocked, event) {
          ;(event.target as IDBDatabase).close()
          on.superseded()
        },
        terminated: on.terminated,
      })
      opening.then((db) => (givenUp ? db.close() : resolve(db)), reject)
    })
  } catch (error) {
    throw storeError(error, 'unreadable')
  }
}

async function load(db: Database): Promise<{ loaded: Loaded; unfolded: LogRecord[] }> {
  const tx = db.transaction(['meta', 'entries', 'log'])
  const [folded, compacted, keys, values, ends, logged] = await Promise.all([
    tx.objectStore('meta').get('folded'),
    tx.objectStore('meta').get('compacted'),
    tx.objectStore('entries').getAllKeys(),
    tx.objectStore('entries').getAll(),
    tx.objectStore('log').getAllKeys(),
    tx.objectStore('log').getAll(),
    tx.done,
  ])
  const entries = values.map(({ text, revision, created }, i): Entry => ({
    key: keys[i] as string,
    value: JSON.parse(text),
    revision,
    created,
  }))
  const batches = logged.map(({ at, text }) => ({ at, changes: JSON.parse(text) as LoggedChange[] }))
  const revision = folded ?? FIRST_REVISION
  return {
    loaded: {
      entries,
      revision,
      compactedRevision: Math.max(revision, compacted ?? 0, logged.at(-1)?.compacted ?? 0),
      batches,
    },
    unfolded: batches.map(({ changes }, i) => ({ last: ends[i] as number, changes })),
  }
}

function createMedium(
  db: Database,
  unfolded: LogRecord[],
  troubles: ((error: StoreError) => void)[],
  lost: () => StoreError | undefined,
): Medium {
  let folding: Promise<void> | undefined

  async function append({ events, at, compactedRevision }: Batch): Promise<void> {
    const gone = lost()
    if (gone) throw gone
    try {
      const last = events.at(-1)?.entry.revision
      if (last === undefined) {
        await writeOne(db, 'meta', compactedRevision, 'compacted')
      } else {
        const changes = events.map(({ type, entry: { revision, key, value, created } }): LoggedChange =>
          type === 'put' ? { revision, key, value, created } : { revision, key },
        )
        const text = JSON.stringify(changes)
        await writeOne(db, 'log', { at, compacted: compactedRevision, text }, last)
        unfolded.push({ last, changes })
      }
    } catch (error) {
      throw storeError(error, 'write-failed')
    }
    fold(compactedRevision)
  }

  function fold(compactedRevision: number): void {
    if (folding) return
    let ready = 0
    while (ready < FOLD_AT_MOST && (unfolded[ready]?.last ?? Infinity) <= compactedRevision) ready++
    if (ready < FOLD_FROM) return
    const part = unfolded.slice(0, ready)
    folding = writeFold(part).then(
      () => {
        unfolded.splice(0, ready)
        folding = undefined
      },
      (error: unknown) => {
        folding = undefined
        for (const tell of troubles) tell(storeError(error, 'write-failed'))
      },
    )
  }

  async function writeFold(part: readonly LogRecord[]): Promise<void> {
    const newest = new Map<string, LoggedChange>()
    for (const { changes } of part) for (const change of changes) newest.set(change.key, change)
    const folded = part.at(-1)?.last as number
    const tx = db.transaction(['meta', 'entries', 'log'], 'readwrite', { durability: 'relaxed' })
    const entries = tx.objectStore('entries')
    const writes: Promise<unknown>[] = [tx.done]
    for (const change of newest.values()) {
      if (!('value' in change)) writes.push(entries.delete(change.key))
      else {
        const { revision, created = revision, value, key } = change
        writes.push(entries.put({ text: JSON.stringify(value), revision, created }, key))
      }
    }
    writes.push(
      tx.objectStore('log').delete(IDBKeyRange.upperBound(folded)),
      tx.objectStore('meta').put(folded, 'folded'),
    )
    await Promise.all(writes)
  }

  return {
    durable: true,
    append,
    async close() {
      await folding
      db.close()
    },
    onTrouble: (listener) => troubles.push(listener),
  }
}

/** One value in a transaction of its own: every write's way, so that it goes without a promise a step. */
function writeOne<S extends 'log' | 'meta'>(
  db: Database,
  store: S,
  value: Schema[S]['value'],
  key: Schema[S]['key'],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const tx = unwrap(db).transaction(store, 'readwrite', { durability: 'relaxed' })
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(tx.error ?? new DOMException('the transaction was aborted', 'AbortError'))
    tx.objectStore(store).put(value, key)
    // Said now, the browser need not come back to ask whether there is more.
    tx.commit()
  })
}

function storeError(error: unknown, otherwise: 'unreadable' | 'write-failed'): StoreError {
  if (error instanceof StoreError) return error
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  const options = { cause: error }
  if (name === 'QuotaExceededError')
    return new StoreError(
      'quota-exceeded',
      'the browser gives this page no more space; export, then delete what you can',
      options,
    )
  if (name === 'VersionError')
    return new StoreError(
      'unreadable',
      'the database was written by a newer version of this page; reload the page',
      options,
    )
  if (name === 'InvalidStateError') return new StoreError('closed', 'the connection to the database is closed', options)
  return new StoreError(
    otherwise,
    `${otherwise === 'unreadable' ? 'the database can’t be read' : 'the database refused a write'}: ${String(error)}`,
    options,
  )
}
