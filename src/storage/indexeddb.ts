import { openIndexedDbStore, replaceIndexedDb } from '../store/indexeddb'
import type { IndexedDbStoreOptions } from '../store/indexeddb-medium'
import { deleteStore } from '../store/indexeddb-database'
import { rescueStore } from '../store/indexeddb-load'
import type { ClusterKeys, StorePlace } from './provider'

/** Where a store on IndexedDB lies. */
export interface IndexedDbPlaceOptions extends IndexedDbStoreOptions {
  readonly keys: ClusterKeys
}

/** A store in a database of the page's origin. */
export const indexedDbPlace = (options: IndexedDbPlaceOptions, note?: string): StorePlace => ({
  medium: 'indexeddb',
  ...(note !== undefined && { note }),
  keys: options.keys,
  open: () => openIndexedDbStore(options),
  delete: () => deleteStore(options.name),
  rescue: () => rescueStore(options.name),
  replace: (entries, revision) => replaceIndexedDb(options.name, entries, revision),
})
