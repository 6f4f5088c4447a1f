import { encodeBase64, utf8 } from '../machinery/base64'

/** The form in which objects of a type are stored. */
export interface StoredAs {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Bytes of the digest that discovery shows. */
const SHOWN = 8

const nameOf = ({ group, version, kind }: StoredAs): string => `${group}/${version}/${kind}`

/**
 * The words by which discovery tells in which form a type is stored: clients compare them for equality. Each is the beginning of the
 * SHA-256 of group, version and kind, as real servers have it. Digests come later, so a word is there once it was learned.
 */
export class StorageVersionHashes {
  readonly #known = new Map<string, string>()
  constructor(private readonly crypto: Crypto) {}

  async learn(types: Iterable<{ readonly hub?: StoredAs | undefined }>): Promise<void> {
    for (const { hub } of types) {
      if (!hub || this.#known.has(nameOf(hub))) continue
      const digest = await this.crypto.subtle.digest('SHA-256', utf8(nameOf(hub)))
      this.#known.set(nameOf(hub), encodeBase64(new Uint8Array(digest).subarray(0, SHOWN)))
    }
  }

  /** Undefined for what was never learned. */
  of(stored: StoredAs): string | undefined {
    return this.#known.get(nameOf(stored))
  }
}
