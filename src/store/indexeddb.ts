import { createEngine } from './engine'
import { openDatabase, storeError } from './indexeddb-database'
import { takeOver } from './indexeddb-fence'
import { IndexedDbMedium, type IndexedDbStoreOptions } from './indexeddb-medium'
import { ALL_STORES, replaceContent } from './indexeddb-transactions'
import { write } from './indexeddb-write'
import type { Entry, Store } from './store'

/**
 * Opens the store of this origin, with the history that is within the window. Rejects with a `StoreError`: `blocked` if another tab holds
 * an older version of the database, `unreadable` if it is damaged or of a newer version.
 */
export async function openIndexedDbStore(options: IndexedDbStoreOptions): Promise<Store> {
  const { clock } = options
  const medium = new IndexedDbMedium(options, () => store)
  const loaded = await medium.open()
  const store: Store = createEngine(medium, loaded, clock)
  return store
}

/** Replaces the content of a database that is not open with this state as of `revision`. Rejects with a `StoreError`. */
export async function replaceIndexedDb(name: string, entries: readonly Entry[], revision: number): Promise<void> {
  const db = await openDatabase(name)
  try {
    const { fence: own } = await takeOver(db, (error) => {
      throw error
    })
    await write(db, { stores: ALL_STORES, own, durability: 'strict' }, (tx, fences) =>
      replaceContent(tx, fences, entries, revision),
    )
  } catch (error) {
    throw storeError(error, 'write-failed')
  } finally {
    db.close()
  }
}
