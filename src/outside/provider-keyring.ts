import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JsonObject } from '../machinery/json'
import type { Settings } from './simulated'

/** Storage for the provider's signing keys; private keys need not be extractable. */
export interface ProviderKeys {
  get(name: string): Promise<{ readonly keys: CryptoKeyPair } | undefined>
  put(name: string, value: { readonly keys: CryptoKeyPair }): Promise<void>
}

interface SigningKey {
  readonly kid: string
  readonly keys: CryptoKeyPair
  readonly jwk: JsonObject
}

/** Number of keys kept: a former key still verifies the tokens it signed. */
const KEPT_KEYS = 2

/** A provider's signing keys per algorithm, generated on demand and stored under `name`. */
export class ProviderKeyring {
  private readonly rings = new Map<string, Promise<SigningKey[]>>()

  constructor(
    private readonly name: string,
    private readonly settings: Settings,
    private readonly keys: ProviderKeys,
  ) {}

  /** The public keys for verification, newest first. */
  async published(algorithm: string): Promise<JsonObject[]> {
    return (await this.ring(algorithm)).map(({ jwk }) => jwk)
  }

  /** Signs claims with the newest key. */
  async sign(algorithm: string, claims: JsonObject): Promise<string> {
    const [key] = await this.ring(algorithm)
    if (!key) throw new Error('the provider has no key')
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: key.kid, typ: 'JWT' })
      .sign(key.keys.privateKey)
  }

  /** Starts signing with a new key. */
  async rotate(algorithm: string): Promise<void> {
    const generation = await this.generation(algorithm)
    await this.ring(algorithm)
    await this.settings.put(`${this.name} ${algorithm}`, generation + 1)
    this.rings.delete(algorithm)
  }

  /** Number of rotations of an algorithm's keys. */
  private async generation(algorithm: string): Promise<number> {
    return Number((await this.settings.get(`${this.name} ${algorithm}`)) ?? 0)
  }

  private ring(algorithm: string): Promise<SigningKey[]> {
    const known = this.rings.get(algorithm)
    if (known) return known
    const loaded = this.load(algorithm)
    this.rings.set(algorithm, loaded)
    return loaded
  }

  /** Newest first. */
  private async load(algorithm: string): Promise<SigningKey[]> {
    const generation = await this.generation(algorithm)
    const ring: SigningKey[] = []
    for (let n = generation; n >= 0 && ring.length < KEPT_KEYS; n--) {
      const name = `${this.name} ${algorithm} ${n}`
      let stored = await this.keys.get(name)
      if (!stored) {
        if (n < generation) break
        stored = { keys: await generateKeyPair(algorithm, { extractable: false }) }
        await this.keys.put(name, stored)
      }
      ring.push(await signingKey(algorithm, stored.keys))
    }
    return ring
  }
}

async function signingKey(algorithm: string, keys: CryptoKeyPair): Promise<SigningKey> {
  const jwk = await exportJWK(keys.publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, keys, jwk: { ...(jwk as JsonObject), use: 'sig', alg: algorithm, kid } }
}
