import { behaves } from '../api/releases/ledger'
import { PreAuthError } from '../machinery/api-error'
import { rawHeaderLines } from '../machinery/header-lines'
import { headerValues } from '../machinery/header-values'
import { ANONYMOUS, AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP, type UserInfo } from '../machinery/user'
import type { Attributes, Authorizer } from './authorizer'
import { forbidden } from './forbidden'
import { serviceAccountGroups, splitServiceAccountUser } from './policy'

const EXTRA_PREFIX = 'impersonate-extra-'
const AUTHENTICATION_GROUP = 'authentication.orch.io'
const AUTHENTICATION_VERSION = `${AUTHENTICATION_GROUP}/v1`

/** Percent-decoding that keeps invalid escapes as they are. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key // an invalid escape is kept as it is
  }
}

/** One impersonated identity as forbidden messages print it: kind, namespace, name, uid, version, resource version and field. */
const describe = (kind: string, name: string, apiVersion = '', field = ''): string =>
  `{${[kind, '', name, '', apiVersion, '', field].join(' ')}}`

interface Wanted {
  readonly name: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
  readonly uid: string
}

/** Whether there may be impersonation headers; true if the raw header lines are not available. */
function mayImpersonate(headers: Headers): boolean {
  const lines = rawHeaderLines(headers)
  // The lines alternate names and values; a value with this prefix only causes an unnecessary check.
  return !lines || lines.some((text) => /^impersonate-/i.test(text))
}

function wantedBy(headers: Headers, release: number): Wanted | undefined {
  if (!mayImpersonate(headers)) return undefined
  // Only the first line of a repeated header counts.
  const name = headerValues(headers, 'impersonate-user')[0] ?? ''
  const groups = headerValues(headers, 'impersonate-group')
  const uid = behaves('impersonate-uid', release) ? (headerValues(headers, 'impersonate-uid')[0] ?? '') : ''
  const byKey = new Map<string, readonly string[]>()
  for (const header of headers.keys())
    if (header.startsWith(EXTRA_PREFIX)) {
      const key = decodeKey(header.slice(EXTRA_PREFIX.length))
      byKey.set(key, [...(byKey.get(key) ?? []), ...headerValues(headers, header)])
    }
  const extra = Object.fromEntries(byKey)
  const others = [
    ...groups.map((group) => describe('Group', group)),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => describe('UserExtra', value, AUTHENTICATION_VERSION, key)),
    ),
    ...(uid ? [describe('UID', uid, AUTHENTICATION_VERSION)] : []),
  ]
  if (!name && others.length > 0) throw new PreAuthError(`requested [${others.join(' ')}] without impersonating a user`)
  return name ? { name, groups, extra, uid } : undefined
}

/** Everything that the caller must be allowed to impersonate, in the order of the checks. */
function checksFor(wanted: Wanted): Partial<Attributes>[] {
  const account = splitServiceAccountUser(wanted.name)
  return [
    account
      ? { resource: 'serviceaccounts', namespace: account.namespace, name: account.name }
      : { resource: 'users', name: wanted.name },
    ...wanted.groups.map((name) => ({ resource: 'groups', name })),
    ...Object.entries(wanted.extra).flatMap(([subresource, values]) =>
      values.map((name) => ({
        apiGroup: AUTHENTICATION_GROUP,
        apiVersion: 'v1',
        resource: 'userextras',
        subresource,
        name,
      })),
    ),
    ...(wanted.uid ? [{ apiGroup: AUTHENTICATION_GROUP, apiVersion: 'v1', resource: 'uids', name: wanted.uid }] : []),
  ]
}

function groupsOf(wanted: Wanted): string[] {
  const account = splitServiceAccountUser(wanted.name)
  // Explicit groups replace all others; without them a service account gets its own.
  const groups = wanted.groups.length > 0 ? [...wanted.groups] : account ? serviceAccountGroups(account.namespace) : []
  const own = wanted.name === ANONYMOUS.name ? [UNAUTHENTICATED_GROUP] : [AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP]
  if (!own.some((group) => groups.includes(group))) groups.push(own[0] ?? '')
  return groups
}

/**
 * The user that the request's headers impersonate; undefined if there are none. Throws Forbidden for the first part that the caller may not
 * impersonate, and an internal error for groups, extras or a uid without a user (document 2, "Impersonation headers"). `release` is the
 * served minor number: uids are supported since 1.22.
 */
export async function impersonationOf(
  headers: Headers,
  user: UserInfo,
  authorizer: Pick<Authorizer, 'authorize'>,
  release: number,
): Promise<UserInfo | undefined> {
  const wanted = wantedBy(headers, release)
  if (!wanted) return undefined
  for (const check of checksFor(wanted)) {
    const attributes: Attributes = {
      user,
      verb: 'impersonate',
      isResourceRequest: true,
      apiGroup: '',
      // Users, groups and accounts are only names here, not objects with a version.
      apiVersion: '',
      resource: '',
      subresource: '',
      namespace: '',
      name: '',
      path: '',
      ...check,
    }
    const { verdict, reason } = await authorizer.authorize(attributes)
    if (verdict !== 'allow') throw forbidden(attributes, reason)
  }
  return {
    name: wanted.name,
    ...(wanted.uid && { uid: wanted.uid }),
    groups: groupsOf(wanted),
    ...(Object.keys(wanted.extra).length > 0 && { extra: wanted.extra }),
  }
}
