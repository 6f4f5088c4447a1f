import {
  CREDENTIAL_ID,
  credentialIdOf,
  LEGACY_ISSUER,
  serviceAccountUser,
  NODE_NAME_EXTRA,
} from '../api/kinds/authentication/token-claims'
import { behaves, type Served } from '../api/releases/ledger'
import { secretValue } from '../api/kinds/authentication/bootstrap-tokens'
import { decodeBase64Url, fromUtf8 } from '../machinery/base64'
import type { Clock } from '../machinery/clock'
import { at, isObject, type JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { ObjectReader } from '../machinery/reader'
import type { UserInfo } from '../machinery/user'
import type { Metrics } from '../machinery/metrics'
import { verifyClaims } from '../pki/token-keys'
import { NONE, type Outcome, rejected, type RequestNotes, type TokenAuthenticator } from './authenticator'
import { type LegacyTokenUses, noteLegacyToken } from './legacy-token-use'
import type { ServiceAccountIssuer } from './service-account-issuer'

/** How service-account tokens are verified. */
export interface ServiceAccountTokenOptions {
  readonly reader: ObjectReader
  readonly clock: Clock
  readonly issuer: ServiceAccountIssuer
  /** `--service-account-lookup`: tokens of deleted secrets and accounts are revoked. */
  readonly lookup: boolean
  readonly served: Served
  readonly metrics: Metrics
  /** Told of each request that is sent with a token of a secret. */
  readonly legacyTokens: Pick<LegacyTokenUses, 'used'>
}

interface Account {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly pod?: ObjectClaim
  /** The node that the token names; without a uid if it did not exist. */
  readonly node?: ObjectClaim
  readonly credential?: string
}

interface ObjectClaim {
  readonly name: string
  readonly uid: string
}

/** Claims in seconds since the epoch. */
const DATES = ['exp', 'nbf', 'iat'] as const

// Grace period of a token after the deletion of its object, because clocks of peers differ.
const DELETION_GRACE_MS = 60_000

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
          `token audiences ${JSON.stringify(valid)} is invalid for the target audiences ${JSON.stringify(asked)}`,
        )
      const account = legacy ? checkLegacy(claims, token, options, asking?.notes) : checkBound(claims, options)
      if (typeof account === 'string') return rejected(account)
      return { type: 'identity', identity: { user: userOf(account), audiences: shared } } satisfies Outcome
    },
  }
}

const audiencesOf = ({ aud }: JsonObject): string[] =>
  typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud.filter((item) => typeof item === 'string') : []

const userOf = (account: Account): UserInfo => {
  const extra = extraOf(account)
  return {
    name: serviceAccountUser(account.namespace, account.name),
    uid: account.uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`],
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}

const extraOf = ({ pod, node, credential }: Account): Record<string, string[]> => ({
  ...(credential && { [CREDENTIAL_ID]: [credential] }),
  ...(node?.name && { [NODE_NAME_EXTRA]: [node.name] }),
  ...(node?.name && node.uid && { 'authentication.orch.io/node-uid': [node.uid] }),
  ...(pod && { 'authentication.orch.io/pod-name': [pod.name], 'authentication.orch.io/pod-uid': [pod.uid] }),
})

const text = (claims: JsonObject, ...path: string[]): string => {
  const value = at(claims, ...path)
  return typeof value === 'string' ? value : ''
}

/** The account of a token from a secret, or why it is invalid. */
function checkLegacy(
  claims: JsonObject,
  token: string,
  options: ServiceAccountTokenOptions,
  notes: RequestNotes | undefined,
): Account | string {
  const claim = (name: string): string => text(claims, `orch.io/serviceaccount/${name}`)
  const [namespace, name, uid] = [claim('namespace'), claim('service-account.name'), claim('service-account.uid')]
  const secretName = claim('secret.name')
  if (!namespace || !name || !uid || !secretName) return 'the token lacks claims of its account'
  if (claims.sub !== serviceAccountUser(namespace, name)) return 'sub claim is invalid'
  const { reader, lookup, served, legacyTokens } = options
  if (lookup) {
    const secret = reader.get({ group: '', resource: 'secrets' }, namespace, secretName)
    if (!secret || secret.metadata.deletionTimestamp) return 'Token has been invalidated'
    if (secretValue(secret, 'token') !== token) return "Token does not match server's copy"
    const account = reader.get({ group: '', resource: 'serviceaccounts' }, namespace, name)
    if (!account || account.metadata.deletionTimestamp) return `ServiceAccount ${namespace}/${name} has been deleted`
    if (account.metadata.uid !== uid)
      return `ServiceAccount UID (${account.metadata.uid ?? ''}) does not match claim (${uid})`
    if (behaves('legacy-token-tracking', served)) {
      legacyTokens.used(secret)
      const refusal = noteLegacyToken({ ...options, secret, account, notes })
      if (refusal !== undefined) return refusal
    }
  }
  return { namespace, name, uid }
}

/** The account of a bound token, or why it is invalid. Bound objects are always looked up, whatever the flags say. */
function checkBound(claims: JsonObject, { reader, clock, served }: ServiceAccountTokenOptions): Account | string {
  const now = clock.now()
  const seconds = now / 1000
  if (typeof claims.exp !== 'number' || seconds >= claims.exp) return 'Token has expired.'
  if (typeof claims.nbf === 'number' && seconds + DELETION_GRACE_MS / 1000 < claims.nbf)
    return 'Token could not be validated.'
  const namespace = text(claims, 'orch.io', 'namespace')
  const reference = (kind: string): ObjectClaim | undefined =>
    isObject(at(claims, 'orch.io', kind))
      ? { name: text(claims, 'orch.io', kind, 'name'), uid: text(claims, 'orch.io', kind, 'uid') }
      : undefined
  const account = reference('serviceaccount')
  if (!namespace || !account) return 'the token lacks claims of its account'
  if (claims.sub !== serviceAccountUser(namespace, account.name)) return 'sub claim is invalid'
  const [pod, secret, node] = [reference('pod'), reference('secret'), reference('node')]
  // The node of a pod is only told; the token ends with the pod.
  const boundToNode = node && !pod && !secret && behaves('tokens-end-with-nodes', served)
  const problem =
    gone(reader, 'serviceaccounts', 'ServiceAccount', namespace, account, now) ??
    (secret && gone(reader, 'secrets', 'Secret', namespace, secret, now)) ??
    (pod && gone(reader, 'pods', 'Pod', namespace, pod, now)) ??
    (boundToNode ? gone(reader, 'nodes', 'Node', undefined, node, now) : undefined)
  if (problem) return problem
  const credential = behaves('token-ids', served) ? credentialIdOf(claims) : undefined
  return {
    namespace,
    name: account.name,
    uid: account.uid,
    ...(pod && { pod }),
    ...(node && { node }),
    ...(credential && { credential }),
  }
}

function gone(
  reader: ObjectReader,
  resource: string,
  kind: string,
  namespace: string | undefined,
  of: ObjectClaim,
  now: number,
): string | undefined {
  const object: ApiObject | undefined = reader.get({ group: '', resource }, namespace, of.name)
  const name = namespace === undefined ? of.name : `${namespace}/${of.name}`
  if (!object) return `${kind} ${name} has been deleted`
  const { uid = '', deletionTimestamp } = object.metadata
  if (deletionTimestamp && Date.parse(deletionTimestamp) < now - DELETION_GRACE_MS)
    return `${kind} ${name} has been deleted`
  return uid === of.uid ? undefined : `${kind} UID (${uid}) does not match claim (${of.uid})`
}
