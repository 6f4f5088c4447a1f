import type { Served } from '../api/releases/ledger'
import type { Attributes } from './authorizer'
import type { RememberedModes } from './constrained-impersonation'
import type { AuthorizeOnly, Impersonated } from './impersonated-user'
import { impersonation } from './impersonation'
import { wantedUser } from './impersonation-headers'

/** Both steps of the filter: the user that the headers impersonate; undefined if there are none. Throws as the steps do. */
export async function impersonationOf(
  headers: Headers,
  attributes: () => Attributes,
  authorizer: AuthorizeOnly,
  served: Served,
  remembered: RememberedModes = new Map(),
): Promise<Impersonated | undefined> {
  const wanted = wantedUser(headers, served)
  return wanted && impersonation(wanted, attributes, authorizer, served, remembered)
}
