import { badRequest, internalError } from '../../../../machinery/api-error'
import type { ApiObject } from '../../../../machinery/object'
import type { UserInfo } from '../../../../machinery/user'

/** Result of authenticating a token; `audiences` are those it is valid for. */
export type TokenVerdict =
  | { readonly authenticated: true; readonly user: UserInfo; readonly audiences: readonly string[] }
  | { readonly authenticated: false; readonly error?: string }

/** Authenticates a token. Empty `audiences` means the API server's own. */
export type AuthenticateToken = (token: string, audiences: readonly string[]) => Promise<TokenVerdict>

/**
 * Answers a TokenReview: returns the body with `status` (authentication document, "Token review"). Throws BadRequest without a token.
 * `ownAudiences` are the API server's; `judge` runs admission once there is a token.
 */
export async function reviewToken(
  body: ApiObject,
  look: AuthenticateToken,
  ownAudiences: readonly string[],
  judge: () => Promise<void> = () => Promise.resolve(),
): Promise<ApiObject> {
  const { token = '', audiences } = (body.spec ?? {}) as { token?: string; audiences?: string[] | null }
  if (!token) throw badRequest('token is required for TokenReview in authentication')
  await judge()
  const asked = audiences?.length ? audiences : ownAudiences
  const verdict = await look(token, asked)
  if (!verdict.authenticated) return { ...body, status: { user: {}, ...(verdict.error && { error: verdict.error }) } }
  const shared = asked.filter((audience) => verdict.audiences.includes(audience))
  if (asked.length > 0 && shared.length === 0)
    throw internalError(`the audiences of the token are none of those that were asked for: ${asked.join(', ')}`)
  return {
    ...body,
    status: { authenticated: true, user: userOf(verdict.user), ...(shared.length > 0 && { audiences: shared }) },
  }
}

const userOf = ({ name, uid, groups, extra }: UserInfo): Record<string, unknown> => ({
  username: name,
  ...(uid && { uid }),
  ...(groups.length > 0 && { groups: [...groups] }),
  ...(extra && Object.keys(extra).length > 0 && { extra }),
})
