import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { UserInfo } from '../machinery/user'
import { NONE, rejected, type TokenAuthenticator } from './authenticator'
import { ClaimError } from './oidc-claims'
import { OidcProvider, type ProviderOptions } from './oidc-provider'
import { peekClaims } from './service-account-token'

export interface OidcOptions extends ProviderOptions {
  /** Tokens must be issued for one of them. */
  readonly audiences: readonly string[]
  readonly algorithms: readonly string[]
  /** Who the claims of a token that holds speak for. Throws ClaimError where they are not as they must be. */
  readonly userOf: (claims: JWTPayload) => UserInfo
}

/** What tokens may be signed with. */
export const OIDC_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']

/** Failures after which the provider is asked for its keys again. */
const RENEWING = [errors.JWKSNoMatchingKey, errors.JWSSignatureVerificationFailed]

/** OpenID Connect: ID tokens of one issuer (authentication document, "OpenID rules"). */
export function openIdConnect(options: OidcOptions): TokenAuthenticator {
  const { issuer, audiences, algorithms, clock, userOf } = options
  const provider = new OidcProvider(options)
  return {
    name: 'OpenID Connect',
    async authenticateToken(token) {
      if (peekClaims(token)?.iss !== issuer) return NONE
      const keys = await provider.keys()
      if (typeof keys === 'string') return rejected(`oidc: authenticator not initialized: ${keys}`)
      const verify = (set: JSONWebKeySet): Promise<JWTPayload> =>
        verifyWith(token, set, {
          issuer,
          audience: [...audiences],
          algorithms: [...algorithms],
          currentDate: new Date(clock.now()),
          requiredClaims: ['exp'],
        })
      try {
        return identity(userOf(await verify(keys)))
      } catch (error) {
        if (!RENEWING.some((type) => error instanceof type)) return refusal(error)
      }
      // The provider may have a new key, perhaps under the id of an old one.
      const fresh = await provider.keys(keys)
      if (typeof fresh === 'string') return rejected(`oidc: fetching keys: ${fresh}`)
      try {
        return identity(userOf(await verify(fresh)))
      } catch (error) {
        return refusal(error)
      }
    },
  }
}

function refusal(error: unknown) {
  if (error instanceof errors.JOSEError || error instanceof ClaimError)
    return rejected(`oidc: verify token: ${error.message}`)
  throw error
}

async function verifyWith(
  token: string,
  set: JSONWebKeySet,
  rules: Parameters<typeof jwtVerify>[2],
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, createLocalJWKSet(set), rules)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    // The token names no key: the one that fits is found by trying.
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, rules)).payload
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

const identity = (user: UserInfo) => ({ type: 'identity', identity: { user } }) as const
