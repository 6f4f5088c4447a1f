import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { Outside } from '../machinery/egress'
import type { Clock } from '../machinery/clock'
import { isObject } from '../machinery/json'
import type { UserInfo } from '../machinery/user'
import { messageOf } from '../machinery/message-of'
import { NONE, rejected, type TokenAuthenticator } from './authenticator'
import { peekClaims } from './service-account-token'

export interface OidcOptions {
  readonly issuer: string
  readonly clientId: string
  readonly usernameClaim: string
  /** What is put before user names; empty for nothing. */
  readonly usernamePrefix: string
  readonly groupsClaim?: string
  readonly groupsPrefix: string
  readonly requiredClaims: Readonly<Record<string, string>>
  readonly algorithms: readonly string[]
  /** PEM of the CA of the provider; the system's roots when absent. */
  readonly ca?: string
  readonly outside: Outside
  readonly clock: Clock
}

// So long a failure of the provider is remembered before it is asked again.
const RETRY_MS = 10_000
const TIME_LIMIT_MS = 30_000
/** Failures after which the provider is asked for its keys again. */
const RENEWING = [errors.JWKSNoMatchingKey, errors.JWSSignatureVerificationFailed]
/** So often within `RETRY_MS` at most, as anybody can send tokens that no key verifies. */
const RENEWALS = 10

/**
 * The prefix that `--oidc-username-prefix` stands for: `-` is none, and unset means the issuer for every claim but the email
 * address.
 */
export function usernamePrefixOf(flag: string | undefined, claim: string, issuer: string): string {
  if (flag === '-') return ''
  if (flag) return flag
  return claim === 'email' ? '' : `${issuer}#`
}

/** OpenID Connect: ID tokens of one issuer for one client (authentication document, "OpenID rules"). */
export function openIdConnect(options: OidcOptions): TokenAuthenticator {
  const { issuer, clientId, algorithms, clock } = options
  const provider = new Provider(options)
  return {
    name: 'OpenID Connect',
    async authenticateToken(token) {
      if (peekClaims(token)?.iss !== issuer) return NONE
      const keys = await provider.keys()
      if (typeof keys === 'string') return rejected(`oidc: authenticator not initialized: ${keys}`)
      const verify = (set: JSONWebKeySet): Promise<JWTPayload> =>
        verifyWith(token, set, {
          issuer,
          audience: clientId,
          algorithms: [...algorithms],
          currentDate: new Date(clock.now()),
          requiredClaims: ['exp'],
        })
      try {
        return identityOf(await verify(keys), options)
      } catch (error) {
        if (!RENEWING.some((type) => error instanceof type)) return refusal(error)
      }
      // The provider may have a new key, perhaps under the id of an old one.
      const fresh = await provider.keys(keys)
      if (typeof fresh === 'string') return rejected(`oidc: fetching keys: ${fresh}`)
      try {
        return identityOf(await verify(fresh), options)
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

class ClaimError extends Error {}

function identityOf(claims: JWTPayload, options: OidcOptions) {
  const user: UserInfo = { name: usernameOf(claims, options), groups: groupsOf(claims, options) }
  for (const [claim, wanted] of Object.entries(options.requiredClaims)) {
    if (!Object.hasOwn(claims, claim)) throw new ClaimError(`required claim ${claim} not present in ID token`)
    if (claims[claim] !== wanted) throw new ClaimError(`required claim ${claim} has another value than ${wanted}`)
  }
  return { type: 'identity', identity: { user } } as const
}

function usernameOf(claims: JWTPayload, { usernameClaim, usernamePrefix }: OidcOptions): string {
  const name = claims[usernameClaim]
  if (typeof name !== 'string' || name === '')
    throw new ClaimError(`claim "${usernameClaim}" must be a string and not empty`)
  // An address that the provider has not verified could be anybody's; without the claim the provider is trusted.
  if (usernameClaim === 'email' && Object.hasOwn(claims, 'email_verified') && claims.email_verified !== true)
    throw new ClaimError('email not verified')
  return usernamePrefix + name
}

function groupsOf(claims: JWTPayload, { groupsClaim, groupsPrefix }: OidcOptions): string[] {
  const groups = groupsClaim === undefined ? undefined : claims[groupsClaim]
  if (groups === undefined) return []
  if (!Array.isArray(groups) || !groups.every((group) => typeof group === 'string'))
    throw new ClaimError(`claim "${groupsClaim ?? ''}" must be an array of strings`)
  return groups.map((group) => groupsPrefix + group)
}

/** Finds out the provider's keys and keeps them until a token asks for one that is not among them. */
class Provider {
  private known: JSONWebKeySet | undefined
  private failure: { readonly at: number; readonly why: string } | undefined
  private pending: Promise<JSONWebKeySet | string> | undefined
  /** When the keys were renewed lately. */
  private renewals: readonly number[] = []

  constructor(private readonly options: OidcOptions) {}

  /** The keys, fetched again when they are still `stale` (but not too often); a text tells why there are none. */
  keys(stale?: JSONWebKeySet): Promise<JSONWebKeySet | string> {
    if (this.known && (this.known !== stale || !this.mayRenew())) return Promise.resolve(this.known)
    if (this.failure && this.options.clock.now() - this.failure.at < RETRY_MS) return Promise.resolve(this.failure.why)
    return (this.pending ??= this.discover().finally(() => (this.pending = undefined)))
  }

  private mayRenew(): boolean {
    if (this.pending) return true
    const now = this.options.clock.now()
    this.renewals = this.renewals.filter((at) => Math.abs(now - at) < RETRY_MS)
    if (this.renewals.length >= RENEWALS) return false
    this.renewals = [...this.renewals, now]
    return true
  }

  private async discover(): Promise<JSONWebKeySet | string> {
    const { issuer, clock } = this.options
    try {
      const configuration = await this.fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
      if (configuration.issuer !== issuer)
        throw new Error(`the provider says that its issuer is ${JSON.stringify(configuration.issuer)}`)
      if (typeof configuration.jwks_uri !== 'string') throw new Error('the provider names no key set')
      const keys = await this.fetchJson(configuration.jwks_uri)
      if (!Array.isArray(keys.keys)) throw new Error('the key set has no keys')
      this.failure = undefined
      return (this.known = keys as unknown as JSONWebKeySet)
    } catch (error) {
      const why = messageOf(error)
      this.failure = { at: clock.now(), why }
      return why
    }
  }

  private async fetchJson(url: string): Promise<Record<string, unknown>> {
    const { outside, ca, clock } = this.options
    const limit = new AbortController()
    const cancel = clock.setTimer(TIME_LIMIT_MS, () => limit.abort(new Error(`no answer from ${url}`)))
    try {
      const request = new Request(url, { headers: { accept: 'application/json' }, signal: limit.signal })
      const response = await outside.fetch(request, ca === undefined ? undefined : { ca })
      if (!response.ok) throw new Error(`${url} answered ${response.status}`)
      const body: unknown = await response.json()
      if (!isObject(body)) throw new Error(`${url} answered no object`)
      return body
    } finally {
      cancel()
    }
  }
}
