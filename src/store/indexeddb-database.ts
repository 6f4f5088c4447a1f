import { type DBSchema, type IDBPTransaction, type StoreNames, deleteDB, openDB } from 'idb'
import { parseJson } from '../machinery/json-text'
import { isNoSpace, noSpaceError } from './no-space'
import { StoreError } from './store'
import {
  entrySum,
  type EntryRecord,
  FIRST_REVISION,
  logSum,
  type LogRecord,
  markRecord,
  type MarkRecord,
} from './records'
import type { Database, Schema } from './indexeddb-schema'
import { FencedOff } from './indexeddb-write'

const FORMAT = 4

/**
 * Databases with a request that waits for another tab to close its connection. Such a request can't be cancelled, and later requests
 * silently wait behind it.
 */
const held = new Map<string, string>()

/** Refuses a request that would have to wait for another tab. */
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

/** Deletes the database; rejects with `blocked` if another connection does not close. */
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

/**
 * Opens the database, creating it or upgrading an older version of it. Rejects with a `StoreError`. `superseded` is called when a newer
 * version of the page wants to upgrade the database, `terminated` when the browser closed it.
 */
export async function openDatabase(
  name: string,
  on: { readonly superseded?: () => void; readonly terminated?: () => void } = {},
): Promise<Database> {
  checkFree(name)
  let givenUp = false
  try {
    return await new Promise<Database>((resolve, reject) => {
      const opening = openDB<Schema>(name, FORMAT, {
        upgrade(db, before, _wanted, tx) {
          upgrade(db, before, tx).catch(reject)
        },
        blocked() {
          givenUp = true
          reject(hold(name, 'another tab holds an older form of the database; close it and try again', opening))
        },
        blocking(_current, _blocked, event) {
          ;(event.target as IDBDatabase).close()
          on.superseded?.()
        },
        terminated: () => on.terminated?.(),
      })
      opening.then((db) => (givenUp ? db.close() : resolve(db)), reject)
    })
  } catch (error) {
    throw storeError(error, 'unreadable')
  }
}

type Upgrading = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>

async function upgrade(db: Database, before: number, tx: Upgrading): Promise<void> {
  for (const store of ['meta', 'entries', 'log', 'keys', 'fences'] as const)
    if (!db.objectStoreNames.contains(store)) db.createObjectStore(store)
  if (before === 1) return fromFirstForm(tx)
  // Up to version 3 fences were numbered by themselves, and batches of the log had their last revision as number.
  if (before > 1) return tx.objectStore('fences').clear()
  await writeMarks(tx, markRecord(FIRST_REVISION), markRecord(FIRST_REVISION))
}

async function writeMarks(tx: Upgrading, head: MarkRecord, folded: MarkRecord): Promise<void> {
  const meta = tx.objectStore('meta')
  await Promise.all([meta.put(head, 'head'), meta.put(folded, 'folded'), meta.put(true, 'whole')])
}

interface FirstForm extends DBSchema {
  meta: { key: string; value: unknown }
  entries: { key: IDBValidKey; value: { text?: unknown; revision?: unknown; created?: unknown } | undefined }
  log: { key: IDBValidKey; value: { at?: unknown; compacted?: unknown; text?: unknown } | undefined }
  keys: { key: string; value: true }
}

/**
 * Version 1 had no checksums, no `head` and no `keys`. Every record gets a checksum of its present content; an invalid record gets none,
 * so loading reports it.
 */
async function fromFirstForm(upgrading: Upgrading): Promise<void> {
  const tx = upgrading as unknown as IDBPTransaction<FirstForm, StoreNames<FirstForm>[], 'versionchange'>
  const [meta, entries, log, keys] = [
    tx.objectStore('meta'),
    tx.objectStore('entries'),
    tx.objectStore('log'),
    tx.objectStore('keys'),
  ]
  const present = new Set<string>()
  const writes: Promise<unknown>[] = []
  for (const [key, value] of await all(entries)) {
    if (typeof key !== 'string') continue
    present.add(key)
    const { text, revision, created } = value ?? {}
    if (typeof text !== 'string' || typeof revision !== 'number' || typeof created !== 'number') continue
    const sum = entrySum(key, revision, created, text)
    writes.push(entries.put({ revision, created, text, length: text.length, sum } as EntryRecord, key))
  }
  const folded = (await meta.get('folded')) ?? FIRST_REVISION
  // NaN stays NaN: loading refuses it.
  let compacted = Number((await meta.get('compacted')) ?? FIRST_REVISION)
  let head = folded
  for (const [key, value] of await all(log)) {
    const { text, at } = value ?? {}
    if (typeof key !== 'number' || typeof text !== 'string' || typeof at !== 'number') continue
    head = key
    if (typeof value?.compacted === 'number') compacted = Math.max(compacted, value.compacted)
    for (const change of changesIn(text)) {
      if ('value' in change) present.add(change.key)
      else present.delete(change.key)
    }
    writes.push(log.put({ at, text, length: text.length, sum: logSum(key, at, text) } as LogRecord, key))
  }
  for (const key of present) writes.push(keys.put(true, key))
  writes.push(meta.delete('compacted'))
  const [newest, base] = [Number(head), Number(folded)]
  const since = Math.min(newest, Math.max(base, compacted))
  writes.push(writeMarks(upgrading, markRecord(newest, since, present.size), markRecord(base)))
  await Promise.all(writes)
}

async function all<K, V>(store: { getAllKeys(): Promise<K[]>; getAll(): Promise<V[]> }): Promise<[K, V | undefined][]> {
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
  return keys.map((key, i) => [key, values[i]])
}

/** The readable changes in a log record's text. */
function changesIn(text: string): { key: string; value?: unknown }[] {
  try {
    const changes = parseJson(text)
    return Array.isArray(changes)
      ? (changes as { key: string }[]).filter((change) => typeof change?.key === 'string')
      : []
  } catch {
    // Loading reports the damage.
    return []
  }
}

/** Wraps a database failure in a `StoreError`. */
export function storeError(error: unknown, otherwise: 'unreadable' | 'write-failed'): StoreError {
  if (error instanceof StoreError) return error
  if (error instanceof FencedOff)
    return new StoreError(
      'closed',
      'another tab has taken over the control plane; nothing more is written by this one',
      {
        cause: error,
      },
    )
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  const options = { cause: error }
  if (isNoSpace(error)) return noSpaceError(error)
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
