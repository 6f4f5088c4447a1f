import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { UserInfo } from '../machinery/user'
import { NONE, rejected, type TokenAuthenticator } from './authenticator'
import { ClaimError } from './oidc-claims'
import { type ClaimEndpoint, DistributedClaimError, withDistributedClaim } from './distributed-claims'
import { fetchFromProvider, OidcProvider, type ProviderOptions } from './oidc-provider'
import { peekClaims } from './service-account-token'

/** Which tokens of a provider are accepted, and which user each one means. */
export interface OidcOptions extends ProviderOptions {
  /** A token must have one of these audiences. */
  readonly audiences: readonly string[]
  readonly algorithms: readonly string[]
  /** The claim with groups, which the provider may distribute. */
  readonly groupsClaim?: string
  /** The user for the claims of a valid token. Throws ClaimError for missing or invalid claims. */
  readonly userOf: (claims: JWTPayload) => UserInfo
}

/** The allowed signature algorithms. */
export const OIDC_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']

/** Failures after which the provider's keys are fetched again. */
const RENEWING = [errors.JWKSNoMatchingKey, errors.JWSSignatureVerificationFailed]

/** The provider's keys can't be fetched. */
class KeysError extends Error {
  override readonly name = 'KeysError'
}

/** OpenID Connect: ID tokens of one issuer (authentication document, "OpenID rules"). */
export function openIdConnect(options: OidcOptions): TokenAuthenticator {
  const { issuer, audiences, algorithms, clock, userOf, groupsClaim } = options
  const providers = new Map([[issuer, new OidcProvider(options)]])
  const rules = (from: string) => ({
    issuer: from,
    audience: [...audiences],
    algorithms: [...algorithms],
    currentDate: new Date(clock.now()),
    requiredClaims: ['exp'],
  })
  const verified = async (token: string, from: string): Promise<JWTPayload> => {
    const { discoveryUrl: _discoveryUrl, ...shared } = options
    const provider = providers.get(from) ?? new OidcProvider({ ...shared, issuer: from })
    providers.set(from, provider)
    const keys = await provider.keys()
    if (typeof keys === 'string') throw new KeysError(`authenticator not initialized: ${keys}`)
    try {
      return await verifyWith(token, keys, rules(from))
    } catch (error) {
      if (!RENEWING.some((type) => error instanceof type)) throw error
    }
    // The provider may have a new key, possibly under the id of an old one.
    const fresh = await provider.keys(keys)
    if (typeof fresh === 'string') throw new KeysError(`fetching keys: ${fresh}`)
    return verifyWith(token, fresh, rules(from))
  }
  const fetchToken = async ({ url, accessToken }: ClaimEndpoint): Promise<string> =>
    (await fetchFromProvider(options, url, accessToken ? { authorization: `Bearer ${accessToken}` } : {})).text()
  return {
    name: 'OpenID Connect',
    async authenticateToken(token) {
      if (peekClaims(token)?.iss !== issuer) return NONE
      try {
        const claims = await verified(token, issuer)
        if (groupsClaim === undefined) return identity(userOf(claims))
        const whole = await withDistributedClaim(claims, groupsClaim, fetchToken, (other) =>
          verified(other, issuerOf(other)),
        )
        return identity(userOf(whole))
      } catch (error) {
        return refusal(error)
      }
    },
  }
}

/** The issuer in a token, before it is verified. */
function issuerOf(token: string): string {
  const issuer = peekClaims(token)?.iss
  return typeof issuer === 'string' ? issuer : ''
}

function refusal(error: unknown) {
  if (error instanceof errors.JOSEError || error instanceof ClaimError)
    return rejected(`oidc: verify token: ${error.message}`)
  if (error instanceof KeysError || error instanceof DistributedClaimError) return rejected(`oidc: ${error.message}`)
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
    // The token names no key, so each one is tried.
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
