import { EarlyError } from '../machinery/api-error'
import { ANONYMOUS, AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP, type UserInfo } from '../machinery/user'
import type { Attributes, Authorizer } from './authorizer'
import { forbidden } from './forbidden'
import { serviceAccountGroups, splitServiceAccountUser } from './policy'

const EXTRA_PREFIX = 'impersonate-extra-'
const AUTHENTICATION_GROUP = 'authentication.orch.io'
const AUTHENTICATION_VERSION = `${AUTHENTICATION_GROUP}/v1`
const UID_SINCE_RELEASE = 22

/** The names of all headers that ask for impersonation: later stages must not see them. */
export const impersonationHeaders = (headers: Headers): string[] =>
  [...headers.keys()].filter(
    (name) =>
      ['impersonate-user', 'impersonate-group', 'impersonate-uid'].includes(name) || name.startsWith(EXTRA_PREFIX),
  )

// Header lines of one name arrive joined by a comma and a space.
const linesOf = (headers: Headers, name: string): string[] => headers.get(name)?.split(', ') ?? []

/** Percent-decoding that leaves alone what is not an escape. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key // a name that only looks escaped is taken as it is
  }
}

/** One wish as servers of this API write it: kind, namespace, name, uid, version, resource version and field, in a row. */
const describe = (kind: string, name: string, apiVersion = '', field = ''): string =>
  `{${[kind, '', name, '', apiVersion, '', field].join(' ')}}`

interface Wanted {
  readonly name: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
  readonly uid: string
}

function wantedBy(headers: Headers, release: number): Wanted | undefined {
  const name = headers.get('impersonate-user') ?? ''
  const groups = linesOf(headers, 'impersonate-group')
  const uid = release >= UID_SINCE_RELEASE ? (headers.get('impersonate-uid') ?? '') : ''
  const extra: Record<string, readonly string[]> = {}
  for (const header of headers.keys())
    if (header.startsWith(EXTRA_PREFIX)) {
      const key = decodeKey(header.slice(EXTRA_PREFIX.length))
      extra[key] = [...(extra[key] ?? []), ...linesOf(headers, header)]
    }
  const others = [
    ...groups.map((group) => describe('Group', group)),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => describe('UserExtra', value, AUTHENTICATION_VERSION, key)),
    ),
    ...(uid ? [describe('UID', uid, AUTHENTICATION_VERSION)] : []),
  ]
  if (!name && others.length > 0) throw new EarlyError(`requested [${others.join(' ')}] without impersonating a user`)
  return name ? { name, groups, extra, uid } : undefined
}

/** Everything that the caller must be allowed to impersonate, in the order in which it is asked. */
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
  // Named groups are the whole truth; only without them does a service account bring its own.
  const groups = wanted.groups.length > 0 ? [...wanted.groups] : account ? serviceAccountGroups(account.namespace) : []
  const own = wanted.name === ANONYMOUS.name ? [UNAUTHENTICATED_GROUP] : [AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP]
  if (!own.some((group) => groups.includes(group))) groups.push(own[0] ?? '')
  return groups
}

/**
 * Whom the request's headers ask to act as; undefined when they ask for nobody. Throws Forbidden for the first part that the
 * caller may not impersonate, and an internal error when groups, extras or a uid come without a user (document 2,
 * "Impersonation headers"). `release` is the minor number served: uids are known since 1.22.
 */
export async function impersonationOf(
  headers: Headers,
  user: UserInfo,
  authorizer: Authorizer,
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
      // Users, groups and accounts are no objects of a version here, only names.
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
