/** The library's entry point for web pages: a store and keys that outlive the tab. */
import type { KeyStore } from '../pki/key-store'
import { keysIn } from '../storage/provider'
import { deleteStore as deleteDatabase } from '../store/indexeddb-database'
import { openKeyValues } from '../store/indexeddb-values'

export { openIndexedDbStore } from '../store/indexeddb'
export type { IndexedDbStoreOptions } from '../store/indexeddb-medium'

/** Deletes a closed store. */
export const deleteStore = (name: string): Promise<void> => deleteDatabase(name)

/** A cluster's keys in a separate database; it must not be the store's. */
export const openIndexedDbKeys = (database: string): KeyStore => keysIn(openKeyValues(database))
