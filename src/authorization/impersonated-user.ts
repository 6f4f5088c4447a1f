import { ANONYMOUS, AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP, type UserInfo } from '../machinery/user'
import type { Authorizer } from './authorizer'
import type { WantedUser } from './impersonation-headers'
import { serviceAccountGroups, splitServiceAccountUser } from './policy'

/** Asks whether the caller may do something. */
export type AuthorizeOnly = Pick<Authorizer, 'authorize'>

/** Whom a request acts for. */
export interface Impersonated {
  readonly user: UserInfo
  /** The verb that limited the impersonation to this request; absent if the caller may act for the user in all requests. */
  readonly constraint?: string
}

/** The user with the groups that follow from its name, and the group of everybody who proved who they are. */
export function completedUser(wanted: WantedUser, fixedGroups: readonly string[] = []): UserInfo {
  const account = splitServiceAccountUser(wanted.name)
  // Explicit groups replace all others; without them a service account gets its own.
  const implied = account ? serviceAccountGroups(account.namespace) : fixedGroups
  const groups = wanted.groups.length > 0 ? [...wanted.groups] : [...implied]
  const own = wanted.name === ANONYMOUS.name ? [UNAUTHENTICATED_GROUP] : [AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP]
  if (!own.some((group) => groups.includes(group))) groups.push(own[0] ?? '')
  return {
    name: wanted.name,
    ...(wanted.uid && { uid: wanted.uid }),
    groups,
    ...(Object.keys(wanted.extra).length > 0 && { extra: wanted.extra }),
  }
}
