import { decodeText } from '../../../machinery/base64'
import type { ApiObject } from '../../../machinery/object'

/** Secrets that hold bootstrap tokens (authentication document, "Bootstrap token secret"). */
export const BOOTSTRAP_NAMESPACE = 'orch-system'
/** Type of secrets with bootstrap tokens. */
export const BOOTSTRAP_TYPE = 'bootstrap.orch.io/token'
/** Group of all users with bootstrap tokens. */
export const BOOTSTRAP_GROUP = 'system:bootstrappers'
const SECRET_PREFIX = 'bootstrap-token-'
const GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/

/** A bootstrap token: the id is public. */
export interface BootstrapToken {
  readonly id: string
  readonly secret: string
}

/** Splits `<id>.<secret>`; undefined if malformed. */
export function parseBootstrapToken(text: string): BootstrapToken | undefined {
  const match = /^([a-z0-9]{6})\.([a-z0-9]{16})$/.exec(text)
  return match ? { id: match[1] ?? '', secret: match[2] ?? '' } : undefined
}
/** The token as it is sent: `id.secret`. */
export const bootstrapTokenText = ({ id, secret }: BootstrapToken): string => `${id}.${secret}`
/** Name of the secret that holds a token. */
export const bootstrapSecretName = (id: string): string => SECRET_PREFIX + id

/** A decoded value of a secret; undefined if it is missing or not base64. */
export function secretValue(secret: ApiObject, key: string): string | undefined {
  const value = (secret.data as Record<string, string> | undefined)?.[key]
  if (value === undefined) return undefined
  try {
    return decodeText(value)
  } catch {
    return undefined // invalid base64 counts as absent
  }
}

/** Expiry of a token in milliseconds; undefined if it never expires, and the minimum time if the expiry is invalid. */
export function bootstrapExpiry(secret: ApiObject): number | undefined {
  const text = secretValue(secret, 'expiration')
  if (!text) return undefined
  const time = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  return Number.isNaN(time) ? 0 : time
}
/** Whether a token has expired. One without an expiry never does. */
export const isBootstrapExpired = (secret: ApiObject, now: number): boolean =>
  now >= (bootstrapExpiry(secret) ?? Infinity)

/** The token of a valid, unexpired secret, if its usage is allowed. */
export function bootstrapTokenOf(
  secret: ApiObject,
  usage: 'authentication' | 'signing',
  now: number,
): BootstrapToken | undefined {
  const token = parseBootstrapToken(
    `${secretValue(secret, 'token-id') ?? ''}.${secretValue(secret, 'token-secret') ?? ''}`,
  )
  if (!token || secret.type !== BOOTSTRAP_TYPE || secret.metadata.name !== bootstrapSecretName(token.id))
    return undefined
  if (secret.metadata.deletionTimestamp || isBootstrapExpired(secret, now)) return undefined
  return secretValue(secret, `usage-bootstrap-${usage}`) === 'true' ? token : undefined
}

/** A token's groups, sorted; undefined if an extra group is not allowed. */
export function bootstrapGroups(secret: ApiObject): string[] | undefined {
  const extra = secretValue(secret, 'auth-extra-groups')
  const groups = extra ? extra.split(',') : []
  return groups.every((group) => GROUP.test(group)) ? [...new Set([BOOTSTRAP_GROUP, ...groups])].sort() : undefined
}
