import type { ReadFlag, ReadFlagList } from '../machinery/flag-name'
import { fileLabel } from '../machinery/file-label'
import type { JsonObject } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import type { KeyStore } from '../pki/key-store'
import { importPrivateKeyPem, importVerificationKeysPem } from '../pki/keys'
import { loadTokenKeys, signClaims, type TokenKeyFiles, type TokenKeys } from '../pki/token-keys'

/** Signs service-account tokens, and has the data that verifiers need. */
export interface ServiceAccountIssuer {
  /** Issuer of new bound tokens. */
  readonly issuer: string
  /** All issuers whose bound tokens are accepted. */
  readonly issuers: readonly string[]
  /** The API server's own audiences. */
  readonly audiences: readonly string[]
  /** Resolves once the cluster's own keys exist: new ones are generated while the server starts. Rejects if they can't be stored. */
  keys(): Promise<TokenKeys>
  /** Maximum lifetime of a bound token in seconds; absent without a limit. */
  readonly maxSeconds?: number
  sign(claims: JsonObject): Promise<string>
}

/** What the issuer of service-account tokens reads its keys and settings from. */
export interface IssuerEnvironment {
  readonly crypto: Crypto
  readonly keys: KeyStore
  readonly files: { read(name: string): string | Promise<string> }
  readonly flag: ReadFlag
  readonly flags: ReadFlagList
}

/** Issuer of tokens if no flag names one. */
export const DEFAULT_ISSUER = 'https://orch.default.svc'
const KEY_NAME = 'service-account'

/** An invalid flag about service-account tokens; names the flag. */
export class ServiceAccountFlagError extends Error {
  override readonly name = 'ServiceAccountFlagError'
  constructor(flag: string, why: string) {
    super(`--${flag}: ${why}`)
  }
}

const LEAST_LONGEST_SECONDS = 3600
const MOST_LONGEST_SECONDS = 2 ** 32

/** The content of a key file, validated by `check`. Errors name the flag and the file. */
async function keyFile(
  env: IssuerEnvironment,
  flag: string,
  file: string,
  check: (crypto: Crypto, pem: string) => Promise<unknown>,
): Promise<string> {
  try {
    const pem = await env.files.read(file)
    await check(env.crypto, pem)
    return pem
  } catch (error) {
    const why = messageOf(error)
    throw new ServiceAccountFlagError(flag, `${fileLabel(file)}: ${why}`)
  }
}

function refuseUnfit(issuers: readonly string[], maxSeconds: number | undefined): void {
  // An issuer need not be a URL, but one with a colon must be.
  const unfit = issuers.find((issuer) => issuer.includes(':') && !URL.canParse(issuer))
  if (unfit !== undefined) throw new ServiceAccountFlagError('service-account-issuer', `"${unfit}" is not a URL`)
  if (maxSeconds && (maxSeconds < LEAST_LONGEST_SECONDS || maxSeconds > MOST_LONGEST_SECONDS))
    throw new ServiceAccountFlagError('service-account-max-token-expiration', 'must be between 1 hour and 2^32 seconds')
}

const SIGNING_FLAGS = ['service-account-signing-key-file', 'service-account-private-key-file'] as const

/** Calls `load` at once and remembers its result; after a failure, the next caller makes another attempt. */
function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}

/**
 * Reads the keys that the flags name, or creates the cluster's own. Rejects with `ServiceAccountFlagError` for a file without a key, an
 * issuer with a colon that is not a URL, and a maximum lifetime out of range.
 */
export async function createServiceAccountIssuer(
  env: IssuerEnvironment,
  maxSeconds?: number,
): Promise<ServiceAccountIssuer> {
  const issuers =
    env.flags('service-account-issuer').length > 0 ? env.flags('service-account-issuer') : [DEFAULT_ISSUER]
  const audiences = env.flags('api-audiences').length > 0 ? env.flags('api-audiences') : issuers
  refuseUnfit(issuers, maxSeconds)
  const signingFlag = SIGNING_FLAGS.find((name) => env.flag(name))
  const verifyingFlag =
    env.flags('service-account-key-file').length > 0 ? 'service-account-key-file' : 'tls-private-key-file'
  const files: TokenKeyFiles = {
    ...(signingFlag && {
      signing: await keyFile(env, signingFlag, env.flag(signingFlag) ?? '', importPrivateKeyPem),
    }),
    verification: await Promise.all(
      env.flags(verifyingFlag).map((file) => keyFile(env, verifyingFlag, file, importVerificationKeysPem)),
    ),
  }
  const keys = loadedOnce(() => loadTokenKeys(env.crypto, env.keys, KEY_NAME, files))
  // The start does not need the cluster's own keys, and generating them takes longer than the rest of it: whoever needs them loads them.
  if (files.signing !== undefined) await keys()
  return {
    issuer: issuers[0] ?? DEFAULT_ISSUER,
    issuers,
    audiences,
    keys,
    ...(maxSeconds && { maxSeconds }),
    sign: async (claims) => signClaims(await keys(), claims),
  }
}

/** `/.well-known/openid-configuration`. */
export const openIdConfiguration = (issuer: string, keys: TokenKeys, keySetUri: string): JsonObject => ({
  issuer,
  jwks_uri: keySetUri,
  response_types_supported: ['id_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [...new Set(keys.verification.map(({ alg }) => alg))].sort(),
})

/** `/openid/v1/jwks`; its only media type is `application/jwk-set+json`. */
export const keySet = ({ verification }: TokenKeys): JsonObject => ({
  keys: verification.map(({ jwk }) => ({ ...jwk })),
})
/** Media type of the key set at `/openid/v1/jwks`. */
export const KEY_SET_TYPE = 'application/jwk-set+json'
