import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'
import type { KeyValues } from './key-values'
import { storeError } from './indexeddb-database'
import { FencedOff } from './indexeddb-write'
import { StoreError } from './store'

/** Values in a database that the browser may discard. */
export interface RestorableValues extends KeyValues {
  /** Rewrites all values that were read or put since opening. */
  writeAgain(): Promise<void>
  /** Settles once no earlier opening can write any more. */
  readonly fenced: Promise<unknown>
}

/** Keeps an owner that was suspended from writing after another one took over. */
export interface ValuesFence {
  /** Whether this opening may still write; called when the database itself can't tell. */
  readonly stillOwner: () => Promise<boolean>
  /** Called when a later opening of the same database has taken over: nothing is written. */
  readonly onSuperseded: () => void
}

/** Value names are strings, so this key can't collide. */
const EPOCH = 0
const NAMES = (): IDBKeyRange => IDBKeyRange.lowerBound('')

interface Schema extends DBSchema {
  values: { key: string | typeof EPOCH; value: unknown }
}
type Values = IDBPObjectStore<Schema, ['values'], 'values', 'readwrite'>

/**
 * Opens the database for each call and closes it again, so that it never blocks an upgrade. With a fence, each opening stores an epoch in
 * the database: writes of an earlier one reject with a `StoreError`.
 */
export function openKeyValues(database: string, fence?: ValuesFence): RestorableValues {
  const known = new Map<string, unknown>()
  // Taken at once rather than with the first write, which may come after another opening took over.
  let epoch = fence && takeEpoch(database, fence)
  const fenced = Promise.resolve(epoch?.catch(() => undefined))

  /** Retries if the database could not be opened before; a superseded opening stays superseded. */
  async function epochOfThis(): Promise<number | undefined> {
    try {
      return await epoch
    } catch (error) {
      if (!fence || error instanceof StoreError) throw error
      return (epoch = takeEpoch(database, fence))
    }
  }

  async function write(work: (values: Values) => Promise<unknown>): Promise<void> {
    const mine = await epochOfThis()
    const done = await inTransaction(database, async (values) => {
      const found = mine === undefined ? undefined : await values.get(EPOCH)
      if (found !== mine) return found === undefined ? 'unknown' : 'fenced'
      await work(values)
      return 'written'
    })
    if (done === 'written') return
    if (done === 'fenced' || !(await fence?.stillOwner())) return refuse(fence)
    // The browser discarded the database and this is still the owner: continue its epoch in the new one.
    await inTransaction(database, (values) => Promise.all([values.put(mine, EPOCH), work(values)]))
  }

  async function put(name: string, value: unknown): Promise<void> {
    await write((values) => values.put(value, name))
    known.set(name, value)
  }

  return {
    fenced,
    async get(name) {
      const db = await open(database)
      try {
        const value: unknown = await db.get('values', name)
        if (value !== undefined) known.set(name, value)
        return value
      } finally {
        db.close()
      }
    },
    put,
    async clear() {
      await write((values) => values.delete(NAMES()))
      known.clear()
    },
    async writeAgain() {
      for (const [name, value] of known) await put(name, value)
    },
  }
}

const open = (database: string): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(database, 1, { upgrade: (db) => void db.createObjectStore('values') })

async function inTransaction<T>(database: string, work: (values: Values) => Promise<T>): Promise<T> {
  const db = await open(database)
  try {
    const tx = db.transaction('values', 'readwrite')
    const [result] = await Promise.all([work(tx.store), tx.done])
    return result
  } finally {
    db.close()
  }
}

/** Takes an epoch for this opening. Without free space the previous epoch is reused, as in the store. */
async function takeEpoch(database: string, fence: ValuesFence): Promise<number | undefined> {
  if (!(await fence.stillOwner())) return refuse(fence)
  let before: number | undefined
  try {
    return await inTransaction(database, async (values) => {
      before = (await values.get(EPOCH)) as number | undefined
      const next = (before ?? 0) + 1
      await values.put(next, EPOCH)
      return next
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return before
    throw error
  }
}

function refuse(fence: ValuesFence | undefined): never {
  fence?.onSuperseded()
  throw storeError(new FencedOff(), 'write-failed')
}
