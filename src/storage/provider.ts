import type { KeyStore, StoredKey } from '../pki/key-store'
import type { KeyValues } from '../store/key-values'
import type { Store } from '../store/store'

/** The keys of a cluster that a person can start over. */
export interface ClusterKeys extends KeyStore {
  /** Forgets all of them; the cluster makes new ones at its next start. */
  clear(): Promise<void>
}

/**
 * One medium with everything that a page's control plane keeps in it. Keys and settings can be read before the store is open, and
 * also when it does not open.
 */
export interface StorageProvider {
  readonly keys: ClusterKeys
  /** The flags of the last run, and the settings of simulated services. */
  readonly settings: KeyValues
  /** What the last import replaced. */
  readonly imports: KeyValues
  /** Rejects with a `StoreError`. */
  openStore(): Promise<Store>
  /** Deletes what `openStore` would open; the store must be closed. */
  deleteStore(): Promise<void>
  /** What can still be read of a store that does not open, as an export. */
  rescueStore(): Promise<string>
}

/** The cluster's keys in a medium that keeps `CryptoKey` objects as they are. */
export function keysIn(values: KeyValues): ClusterKeys {
  return {
    get: async (name) => (await values.get(name)) as StoredKey | undefined,
    put: (name, key) => values.put(name, key),
    clear: () => values.clear(),
  }
}
