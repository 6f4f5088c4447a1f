import type { KeyStore, StoredKey } from '../pki/key-store'
import type { KeyValues } from '../store/key-values'
import type { Durability, StoreMedium } from '../store/medium'
import type { Entry, Store } from '../store/store'

/** The keys of a cluster, which can be reset. */
export interface ClusterKeys extends KeyStore {
  /** Deletes all keys; the cluster generates new ones at its next start. */
  clear(): Promise<void>
  /** Keys that exist only in memory, if new keys are kept there. */
  made?(): readonly (readonly [name: string, key: StoredKey])[]
}

/** The medium of a store, and how safe its writes are. */
export interface StoreChoice {
  readonly medium: StoreMedium
  readonly durability: Durability
}

/** The choice if no flag names another. */
export const DEFAULT_CHOICE: StoreChoice = { medium: 'indexeddb', durability: 'relaxed' }

/** Whether two choices are the same; none is like no other. */
export const sameChoice = (one: StoreChoice | undefined, other: StoreChoice): boolean =>
  one?.medium === other.medium && one.durability === other.durability

/** Where a page keeps one store: how it is opened, deleted, rescued and replaced there. */
export interface StorePlace {
  readonly medium: StoreMedium
  /** Why it is not the requested medium. */
  readonly note?: string
  /** The keys of the cluster in this store. */
  readonly keys: ClusterKeys
  /** Rejects with a `StoreError`. */
  open(): Promise<Store>
  /** Deletes what `open` would open; the store must be closed. */
  delete(): Promise<void>
  /** Exports what can still be read from a store that does not open. */
  rescue(): Promise<string>
  /** Replaces the content of a closed store with this state, as of `revision`. Absent for media that do not last. */
  replace?(entries: readonly Entry[], revision: number): Promise<void>
}

/**
 * Everything that a page's control plane stores. Keys and settings are readable before the store is open, and also if it fails to
 * open.
 */
export interface StorageProvider {
  readonly keys: ClusterKeys
  /** The flags of the last run, and the settings of simulated services. */
  readonly settings: KeyValues
  /** The data replaced by the last import. */
  readonly imports: KeyValues
  /** The place for the chosen medium; if this page lacks it, another place with a note. */
  place(choice: StoreChoice): Promise<StorePlace>
}

/** The cluster's keys in a medium that stores `CryptoKey` objects as such. */
export function keysIn(values: KeyValues): ClusterKeys {
  return {
    get: async (name) => (await values.get(name)) as StoredKey | undefined,
    put: (name, key) => values.put(name, key),
    clear: () => values.clear(),
  }
}
