import {
  CREDENTIAL_ID,
  LEGACY_ISSUER,
  serviceAccountUser,
  NODE_NAME_EXTRA,
} from '../api/kinds/authentication/token-claims'
import { decodeBase64Url, fromUtf8 } from '../machinery/base64'
import { goQuoted } from '../machinery/go-quote'
import { at, isObject, type JsonObject } from '../machinery/json'
import type { UserInfo } from '../machinery/user'
import { verifyClaims } from '../pki/token-keys'
import { NONE, type Outcome, rejected, type TokenAuthenticator } from './authenticator'
import { checkBound, checkLegacy, type ServiceAccountTokenOptions, type TokenAccount } from './token-account'

/** Claims in seconds since the epoch. */
const DATES = ['exp', 'nbf', 'iat'] as const

/** The unverified claims of a token; undefined if it is not a JWT. */
export function peekClaims(token: string): JsonObject | undefined {
  const parts = token.split('.')
  if (parts.length !== 3) return undefined
  try {
    const claims: unknown = JSON.parse(fromUtf8(decodeBase64Url(parts[1] ?? '')))
    return isObject(claims) ? claims : undefined
  } catch {
    return undefined // not a JWT: another method's token
  }
}

// Each entry is about a kilobyte.
const MOST_VERIFIED = 1_000

/**
 * Caches verified signatures: clients send the same token with each request. The validity of the token is checked every time. Tokens with
 * an invalid signature are not cached.
 */
function rememberingVerifier(): typeof verifyClaims {
  const verified = new Map<string, JsonObject>()
  let by: Parameters<typeof verifyClaims>[0] | undefined
  return async (keys, token) => {
    if (keys !== by) verified.clear()
    by = keys
    const known = verified.get(token)
    if (known) return known
    const claims = await verifyClaims(keys, token)
    if (claims && keys === by) verified.set(token, claims)
    const oldest = verified.keys().next()
    if (verified.size > MOST_VERIFIED && !oldest.done) verified.delete(oldest.value)
    return claims
  }
}

/** Tokens of service accounts: from secrets, and bound ones (authentication document, "Service accounts"). */
export function serviceAccountToken(options: ServiceAccountTokenOptions): TokenAuthenticator {
  const { issuer } = options
  const verify = rememberingVerifier()
  return {
    name: 'service account token',
    async authenticateToken(token, audiences, asking) {
      const iss = peekClaims(token)?.iss
      const legacy = iss === LEGACY_ISSUER
      if (!legacy && !(typeof iss === 'string' && issuer.issuers.includes(iss))) return NONE
      const claims = await verify((await issuer.keys()).verification, token)
      if (!claims) return rejected('the signature of the service account token is not valid')
      const undated = DATES.find((claim) => at(claims, claim) != null && typeof claims[claim] !== 'number')
      if (undated) return rejected(`the claim ${undated} of the service account token is not a number`)
      const named = audiencesOf(claims)
      const valid = named.length > 0 ? named : issuer.audiences
      const asked = audiences.length > 0 ? audiences : issuer.audiences
      const shared = asked.filter((audience) => valid.includes(audience))
      if (shared.length === 0 && issuer.audiences.length > 0)
        return rejected(
          `[invalid bearer token, token audiences ${quotedList(valid)} is invalid for the target audiences ${quotedList(asked)}]`,
        )
      const account = legacy ? checkLegacy(claims, token, options, asking?.notes) : checkBound(claims, options)
      if (typeof account === 'string') return rejected(account)
      return { type: 'identity', identity: { user: userOf(account), audiences: shared } } satisfies Outcome
    },
  }
}

const quotedList = (texts: readonly string[]): string => `[${texts.map(goQuoted).join(' ')}]`

const audiencesOf = ({ aud }: JsonObject): string[] =>
  typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud.filter((item) => typeof item === 'string') : []

const userOf = (account: TokenAccount): UserInfo => {
  const extra = extraOf(account)
  return {
    name: serviceAccountUser(account.namespace, account.name),
    uid: account.uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`],
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}

const extraOf = ({ pod, node, credential }: TokenAccount): Record<string, string[]> => ({
  ...(credential && { [CREDENTIAL_ID]: [credential] }),
  ...(node?.name && { [NODE_NAME_EXTRA]: [node.name] }),
  ...(node?.name && node.uid && { 'authentication.orch.io/node-uid': [node.uid] }),
  ...(pod && { 'authentication.orch.io/pod-name': [pod.name], 'authentication.orch.io/pod-uid': [pod.uid] }),
})
