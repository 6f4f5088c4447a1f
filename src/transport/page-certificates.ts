import { decodeBase64 } from '../machinery/base64'
import type { PageIdentity } from './page'
import type { PortClient } from './port-client'

/** The part of a connection that proofs of possession need. */
export type CertificateVerifier = Pick<PortClient, 'identify'>

interface Certificate {
  readonly chain: readonly Uint8Array[]
  readonly key: CryptoKey
}

const BLOCKS = /-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g

/** The client certificates of a page. It proves possession of their keys once to each owner that answers its requests. */
export class PageCertificates {
  readonly #known = new Map<string, Certificate>()
  /** The id of each certificate at the other end of each connection. */
  readonly #proven = new WeakMap<CertificateVerifier, Map<string, Promise<string>>>()

  /** `reach` resolves with the client of the current owner. */
  constructor(private readonly reach: () => Promise<CertificateVerifier>) {}

  /**
   * Registers a PEM chain with the private key of its first certificate; resolves with the id of both in this page. Rejects if the text has
   * no certificate, if no owner is reached, or if the key does not belong to the certificate.
   */
  async register(pem: string, key: CryptoKey): Promise<string> {
    const chain = Array.from(pem.matchAll(BLOCKS), ([, text = '']) => decodeBase64(text.replace(/\s/g, '')))
    if (chain.length === 0) throw new Error('there is no certificate in the PEM text')
    const id = `certificate ${this.#known.size + 1}`
    this.#known.set(id, { chain, key })
    try {
      await this.#prove(await this.reach(), id)
    } catch (error) {
      this.#known.delete(id)
      throw error
    }
    return id
  }

  /** The identity of a certificate at the other end of this connection; rejects if it is not registered or not proven. */
  async asKnownTo(client: CertificateVerifier, id: string): Promise<PageIdentity> {
    return { type: 'certificate', id: await this.#prove(client, id) }
  }

  /** Possession is proven once per connection. */
  #prove(client: CertificateVerifier, id: string): Promise<string> {
    const known = this.#known.get(id)
    if (!known) return Promise.reject(new Error(`no certificate was registered as "${id}"`))
    const proven = this.#proven.get(client) ?? new Map<string, Promise<string>>()
    this.#proven.set(client, proven)
    const name = proven.get(id) ?? client.identify(known.chain, known.key)
    proven.set(id, name)
    // A failure must not affect the next certificate with that id.
    void name.catch(() => proven.delete(id))
    return name
  }
}
