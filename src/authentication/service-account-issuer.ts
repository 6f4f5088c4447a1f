import type { JsonObject } from '../machinery/json'
import type { KeyStore } from '../pki/key-store'
import { loadTokenKeys, signClaims, type TokenKeys } from '../pki/token-keys'

/** The hand that signs service-account tokens, and what a verifier must know of it. */
export interface ServiceAccountIssuer {
  /** Issuer of new bound tokens. */
  readonly issuer: string
  /** All issuers whose bound tokens count. */
  readonly issuers: readonly string[]
  /** The API server's own audiences. */
  readonly audiences: readonly string[]
  readonly keys: TokenKeys
  /** Longest life of a bound token in seconds; absent without a limit. */
  readonly maxSeconds?: number
  sign(claims: JsonObject): Promise<string>
}

export interface IssuerEnvironment {
  readonly crypto: Crypto
  readonly keys: KeyStore
  readonly files: { read(name: string): string | Promise<string> }
  readonly flag: (name: string) => string | undefined
  readonly flags: (name: string) => readonly string[]
}

export const DEFAULT_ISSUER = 'https://orch.default.svc'
const KEY_NAME = 'service-account'

/** Reads the keys that the flags name, or makes the cluster's own. Rejects for files without a key. */
export async function createServiceAccountIssuer(
  env: IssuerEnvironment,
  maxSeconds?: number,
): Promise<ServiceAccountIssuer> {
  const issuers =
    env.flags('service-account-issuer').length > 0 ? env.flags('service-account-issuer') : [DEFAULT_ISSUER]
  const audiences = env.flags('api-audiences').length > 0 ? env.flags('api-audiences') : issuers
  const signingFile = env.flag('service-account-signing-key-file') ?? env.flag('service-account-private-key-file')
  const named = env.flags('service-account-key-file')
  const tlsKey = env.flag('tls-private-key-file')
  const verifying = named.length > 0 ? named : tlsKey ? [tlsKey] : []
  const keys = await loadTokenKeys(env.crypto, env.keys, KEY_NAME, {
    ...(signingFile && { signing: await env.files.read(signingFile) }),
    verification: await Promise.all(verifying.map(async (name) => env.files.read(name))),
  })
  return {
    issuer: issuers[0] ?? DEFAULT_ISSUER,
    issuers,
    audiences,
    keys,
    ...(maxSeconds && { maxSeconds }),
    sign: (claims) => signClaims(keys, claims),
  }
}

/** `/.well-known/openid-configuration`. */
export const openIdConfiguration = ({ issuer, keys }: ServiceAccountIssuer, keySetUri: string): JsonObject => ({
  issuer,
  jwks_uri: keySetUri,
  response_types_supported: ['id_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [...new Set(keys.verification.map(({ alg }) => alg))].sort(),
})

/** `/openid/v1/jwks`; its media type is `application/jwk-set+json`, and no other is offered. */
export const keySet = ({ keys }: ServiceAccountIssuer): JsonObject => ({
  keys: keys.verification.map(({ jwk }) => ({ ...jwk })),
})
export const KEY_SET_TYPE = 'application/jwk-set+json'
