/** A persistent key pair, and its certificate (DER). Private keys need not be extractable. */
export interface StoredKey {
  readonly keys: CryptoKeyPair
  readonly certificate?: Uint8Array
}

/** Stores the keys that the cluster created for itself. When a put resolves, the key is on the medium. */
export interface KeyStore {
  /** Keys are stored in an exported form: private ones must be extractable. */
  readonly exportable?: boolean
  get(name: string): Promise<StoredKey | undefined>
  /** If several servers share the keys, the first one's is kept: read it back to get the valid one. */
  put(name: string, key: StoredKey): Promise<void>
}

/** A key store whose keys are lost when the process ends. */
export function createMemoryKeyStore(): KeyStore {
  const keys = new Map<string, StoredKey>()
  return {
    get: async (name) => keys.get(name),
    put: async (name, key) => void keys.set(name, key),
  }
}
