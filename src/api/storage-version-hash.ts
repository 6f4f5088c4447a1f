import { encodeBase64, utf8 } from '../machinery/base64'

/** Storage version of a type. */
export interface StoredAs {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Bytes of the digest that discovery shows. */
const SHOWN = 8

const nameOf = ({ group, version, kind }: StoredAs): string => `${group}/${version}/${kind}`

/**
 * Storage version hashes for discovery, which clients compare for equality: the first bytes of the SHA-256 of group, version and kind, as
 * in real servers. Digests are computed asynchronously, so a hash is available only after `learn`.
 */
export class StorageVersionHashes {
  readonly #known = new Map<string, string>()
  constructor(private readonly crypto: Crypto) {}

  async learn(
    types: Iterable<{ readonly hub?: { readonly storedAs: StoredAs | undefined } | undefined }>,
  ): Promise<void> {
    const names = new Set(Array.from(types).flatMap(({ hub }) => (hub?.storedAs ? [nameOf(hub.storedAs)] : [])))
    await Promise.all(
      [...names].map(async (name) => {
        if (this.#known.has(name)) return
        const digest = await this.crypto.subtle.digest('SHA-256', utf8(name))
        this.#known.set(name, encodeBase64(new Uint8Array(digest).subarray(0, SHOWN)))
      }),
    )
  }

  /** The hash, or undefined if it was not learned. */
  of(stored: StoredAs): string | undefined {
    return this.#known.get(nameOf(stored))
  }
}
