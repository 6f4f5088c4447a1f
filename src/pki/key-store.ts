/** A key pair that outlives a restart, and the certificate (DER) that belongs to it. Private keys need not be extractable. */
export interface StoredKey {
  readonly keys: CryptoKeyPair
  readonly certificate?: Uint8Array
}

/** Where the cluster keeps the keys that it made for itself. A put has reached the medium when it resolves. */
export interface KeyStore {
  /** Keys are kept in an exported form: private ones must be extractable. */
  readonly exportable?: boolean
  get(name: string): Promise<StoredKey | undefined>
  /** Where several servers share the keys, the first one's is kept: read again what counts. */
  put(name: string, key: StoredKey): Promise<void>
}

/** A key store that lasts as long as the process. */
export function createMemoryKeyStore(): KeyStore {
  const keys = new Map<string, StoredKey>()
  return {
    get: async (name) => keys.get(name),
    put: async (name, key) => void keys.set(name, key),
  }
}
