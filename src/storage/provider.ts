import type { KeyStore, StoredKey } from '../pki/key-store'
import type { KeyValues } from '../store/key-values'
import type { Durability, StoreMedium } from '../store/medium'
import type { Entry, Store } from '../store/store'

/** The keys of a cluster that a person can start over. */
export interface ClusterKeys extends KeyStore {
  /** Forgets all of them; the cluster makes new ones at its next start. */
  clear(): Promise<void>
  /** Those that are kept nowhere else, where keys are made in memory. */
  made?(): readonly (readonly [name: string, key: StoredKey])[]
}

export interface StoreChoice {
  readonly medium: StoreMedium
  readonly durability: Durability
}

export const DEFAULT_CHOICE: StoreChoice = { medium: 'indexeddb', durability: 'relaxed' }

/** Where one store is kept. */
export interface StorePlace {
  readonly medium: StoreMedium
  /** Why this is not the medium that was asked for. */
  readonly note?: string
  /** The keys of the cluster in this store. */
  readonly keys: ClusterKeys
  /** Rejects with a `StoreError`. */
  open(): Promise<Store>
  /** Deletes what `open` would open; the store must be closed. */
  delete(): Promise<void>
  /** What can still be read of a store that does not open, as an export. */
  rescue(): Promise<string>
  /** Replaces everything in a store that is closed by this state, as of `revision`. Absent where nothing lasts. */
  replace?(entries: readonly Entry[], revision: number): Promise<void>
}

/**
 * Everything that a page's control plane keeps. Keys and settings can be read before the store is open, and also when it does not
 * open.
 */
export interface StorageProvider {
  readonly keys: ClusterKeys
  /** The flags of the last run, and the settings of simulated services. */
  readonly settings: KeyValues
  /** What the last import replaced. */
  readonly imports: KeyValues
  /** Where the store of a choice is kept: somewhere else, with a note, where this page does not have the medium. */
  place(choice: StoreChoice): Promise<StorePlace>
}

/** The cluster's keys in a medium that keeps `CryptoKey` objects as they are. */
export function keysIn(values: KeyValues): ClusterKeys {
  return {
    get: async (name) => (await values.get(name)) as StoredKey | undefined,
    put: (name, key) => values.put(name, key),
    clear: () => values.clear(),
  }
}
