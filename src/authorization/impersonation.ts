import { behaves, type Served } from '../api/releases/ledger'
import type { Attributes } from './authorizer'
import { constrainedImpersonation, type RememberedModes } from './constrained-impersonation'
import { forbidden } from './forbidden'
import { type AuthorizeOnly, completedUser, type Impersonated } from './impersonated-user'
import { AUTHENTICATION_GROUP, type WantedUser } from './impersonation-headers'
import { splitServiceAccountUser } from './policy'

/** Everything that the caller must be allowed to impersonate, in the order of the checks. */
function checksFor(wanted: WantedUser, served: Served): Partial<Attributes>[] {
  const account = splitServiceAccountUser(wanted.name)
  const uid = wanted.uid ? [{ ...IDENTITY, resource: 'uids', name: wanted.uid }] : []
  const extras = Object.entries(wanted.extra).flatMap(([subresource, values]) =>
    values.map((name) => ({ ...IDENTITY, resource: 'userextras', subresource, name })),
  )
  const first = account
    ? { resource: 'serviceaccounts', namespace: account.namespace, name: account.name }
    : { resource: 'users', name: wanted.name }
  const groups = wanted.groups.map((name) => ({ resource: 'groups', name }))
  return behaves('constrained-impersonation', served)
    ? [first, ...uid, ...groups, ...extras]
    : [first, ...groups, ...extras, ...uid]
}

const IDENTITY = { apiGroup: AUTHENTICATION_GROUP, apiVersion: 'v1' }

/** Throws Forbidden for the first part that the caller may not impersonate, whatever the request is. */
async function impersonateInAll(
  wanted: WantedUser,
  { user }: Attributes,
  authorizer: AuthorizeOnly,
  served: Served,
): Promise<Impersonated> {
  for (const check of checksFor(wanted, served)) {
    const attributes: Attributes = {
      user,
      verb: 'impersonate',
      isResourceRequest: true,
      apiGroup: '',
      // Users, groups and accounts are only names here; their version is known since the checks have several modes.
      apiVersion: behaves('constrained-impersonation', served) ? 'v1' : '',
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
  return { user: completedUser(wanted) }
}

/**
 * The user that the request impersonates, whom `wantedUser` has read from its headers. `attributes` describe the request as the
 * caller's own. Throws Forbidden for the first part that the caller may not impersonate (document 2, "Impersonation headers").
 */
export async function impersonation(
  wanted: WantedUser,
  attributes: () => Attributes,
  authorizer: AuthorizeOnly,
  served: Served,
  remembered: RememberedModes,
): Promise<Impersonated> {
  const inAll = (request: Attributes) => impersonateInAll(wanted, request, authorizer, served)
  return behaves('constrained-impersonation', served)
    ? constrainedImpersonation(wanted, attributes(), authorizer, inAll, remembered)
    : inAll(attributes())
}
