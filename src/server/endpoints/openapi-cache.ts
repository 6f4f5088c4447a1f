import type { DocumentedType } from '../../api/openapi/documents'

/** A document in one encoding. */
export interface CachedDocument {
  readonly content: string | Uint8Array<ArrayBuffer>
  /** SHA-512 of the content in hexadecimal: equal content has an equal hash on every server. */
  readonly hash: string
  /** When it was made, in milliseconds since the epoch, rounded down to whole seconds like HTTP dates. */
  readonly made: number
}

interface Entry {
  readonly types: readonly DocumentedType[]
  readonly document: Promise<CachedDocument>
}

/** Caches documents, which are large and requested often: each is built once per set of types that it describes. */
export class DocumentCache {
  private readonly entries = new Map<string, Entry>()
  constructor(
    private readonly crypto: Pick<Crypto, 'subtle'>,
    private readonly now: () => number,
  ) {}

  /** The document of that name; `make` is called again only if the set of served types has changed. */
  document(
    name: string,
    types: readonly DocumentedType[],
    make: () => Promise<CachedDocument['content']>,
  ): Promise<CachedDocument> {
    const known = this.entries.get(name)
    if (known && isSame(known.types, types)) return known.document
    const entry = { types, document: this.make(make) }
    this.entries.set(name, entry)
    // A document that could not be built is tried again with the next request.
    entry.document.catch(() => {
      if (this.entries.get(name) === entry) this.entries.delete(name)
    })
    return entry.document
  }

  private async make(make: () => Promise<CachedDocument['content']>): Promise<CachedDocument> {
    const content = await make()
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    const digest = new Uint8Array(await this.crypto.subtle.digest('SHA-512', bytes))
    const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return { content, hash: hash.toUpperCase(), made: Math.floor(this.now() / 1000) * 1000 }
  }
}

const isSame = (a: readonly DocumentedType[], b: readonly DocumentedType[]): boolean =>
  a.length === b.length && a.every((type, i) => type === b[i])
