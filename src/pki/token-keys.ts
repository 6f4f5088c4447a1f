import { CompactSign, compactVerify, type JWK } from 'jose'
import { encodeBase64Url, fromUtf8, utf8 } from '../machinery/base64'
import type { JsonObject } from '../machinery/json'
import { hashFor } from './certificate'
import type { KeyStore } from './key-store'
import { exportPublicKey, generateKeys, importPrivateKeyPem, importVerificationKeysPem } from './keys'

/** A key that verifies tokens; its id is the SHA-256 of the public key. */
export interface VerificationKey {
  readonly kid: string
  /** `RS256`, `ES256`, `ES384` or `ES512`. */
  readonly alg: string
  readonly publicKey: CryptoKey
  readonly jwk: JWK
}

/** The keys of service-account tokens: the signing key, and all verification keys, the signing one first. */
export interface TokenKeys {
  readonly signing: VerificationKey & { readonly privateKey: CryptoKey }
  readonly verification: readonly VerificationKey[]
}

const algOf = (key: CryptoKey): string => (key.algorithm.name === 'ECDSA' ? `ES${hashFor(key).slice(4)}` : 'RS256')

/** A public key that verifies tokens; its id is the hash of the key. */
export async function verificationKey(crypto: Pick<Crypto, 'subtle'>, publicKey: CryptoKey): Promise<VerificationKey> {
  const digest = await crypto.subtle.digest('SHA-256', await exportPublicKey(crypto, publicKey))
  const kid = encodeBase64Url(new Uint8Array(digest))
  const alg = algOf(publicKey)
  const { kty, n, e, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const material = Object.fromEntries(Object.entries({ n, e, crv, x, y }).filter(([, value]) => value !== undefined))
  return { kid, alg, publicKey, jwk: { use: 'sig', kty: kty ?? '', kid, alg, ...material } }
}

/** The files of token keys that flags name. */
export interface TokenKeyFiles {
  /** PEM of the signing key; if absent, the cluster's own, created at the first start and stored. */
  readonly signing?: string
  /** PEM texts with additional verification keys. */
  readonly verification: readonly string[]
}

/** The keys from files, or the cluster's own. Rejects if a file contains no key. */
export async function loadTokenKeys(
  crypto: Pick<Crypto, 'subtle'>,
  store: KeyStore,
  name: string,
  files: TokenKeyFiles,
): Promise<TokenKeys> {
  const pair =
    files.signing === undefined ? await ownKeys(crypto, store, name) : await importPrivateKeyPem(crypto, files.signing)
  const signing = { ...(await verificationKey(crypto, pair.publicKey)), privateKey: pair.privateKey }
  const others: VerificationKey[] = []
  for (const pem of files.verification)
    for (const key of await importVerificationKeysPem(crypto, pem)) others.push(await verificationKey(crypto, key))
  const byId = new Map([signing, ...others].map((key) => [key.kid, key]))
  return { signing, verification: [...byId.values()] }
}

async function ownKeys(crypto: Pick<Crypto, 'subtle'>, store: KeyStore, name: string): Promise<CryptoKeyPair> {
  const kept = await store.get(name)
  if (kept) return kept.keys
  const keys = await generateKeys(crypto, 'RSA-2048', store.exportable)
  await store.put(name, { keys })
  // If several servers share the keys, another one may have been first.
  return (await store.get(name))?.keys ?? keys
}

/** Signs claims as a compact JWS (JWT). */
export const signClaims = ({ signing }: TokenKeys, claims: JsonObject): Promise<string> =>
  new CompactSign(utf8(JSON.stringify(claims)))
    .setProtectedHeader({ alg: signing.alg, kid: signing.kid })
    .sign(signing.privateKey)

/** The claims of a token that was signed with one of the keys, unchecked; undefined if none matches. */
export async function verifyClaims(keys: readonly VerificationKey[], token: string): Promise<JsonObject | undefined> {
  for (const { alg, publicKey } of keys) {
    try {
      const { payload } = await compactVerify(token, publicKey, { algorithms: [alg] })
      return JSON.parse(fromUtf8(payload)) as JsonObject
    } catch {
      // not this key's signature: try the next
    }
  }
  return undefined
}
