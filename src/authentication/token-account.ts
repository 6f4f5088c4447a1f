import { credentialIdOf, serviceAccountUser } from '../api/kinds/authentication/token-claims'
import { behaves, type Served } from '../api/releases/ledger'
import { secretValue } from '../api/kinds/authentication/bootstrap-tokens'
import type { Clock } from '../machinery/clock'
import { at, isObject, type JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { ObjectReader } from '../machinery/reader'
import type { Metrics } from '../machinery/metrics'
import { type RequestNotes } from './authenticator'
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
  /** Called for each request that is sent with a token of a secret. */
  readonly legacyTokens: Pick<LegacyTokenUses, 'used'>
}

/** The service account that a token is for, and what the token is bound to. */
export interface TokenAccount {
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

/** Grace period of a token after the deletion of its object, because clocks of peers differ. */
const DELETION_GRACE_MS = 60_000

const text = (claims: JsonObject, ...path: string[]): string => {
  const value = at(claims, ...path)
  return typeof value === 'string' ? value : ''
}

/** The account of a token from a secret, or why it is invalid. */
export function checkLegacy(
  claims: JsonObject,
  token: string,
  options: ServiceAccountTokenOptions,
  notes: RequestNotes | undefined,
): TokenAccount | string {
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
export function checkBound(
  claims: JsonObject,
  { reader, clock, served }: ServiceAccountTokenOptions,
): TokenAccount | string {
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
  // The node of a pod is only reported; the token ends with the pod.
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

/** Why an object that a token is bound to no longer counts; undefined if it does. */
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
