import type { Clock } from '../machinery/clock'
import type { JsonObject } from '../machinery/json'
import type { ProviderSettings, ProviderUser } from './identity-provider-settings'
import { type Grant, OAuthError, type OAuthGrants } from './oauth-grants'
import type { ProviderKeyring } from './provider-keyring'

/** Dependencies shared by an issuer's endpoints. */
export interface EndpointParts {
  readonly clock: Clock
  readonly keyring: ProviderKeyring
  readonly grants: OAuthGrants
}

/**
 * The answer to a request for a path below the issuer, with a short description of it.
 * @throws OAuthError for refused requests
 */
export async function answerAt(
  parts: EndpointParts,
  request: Request,
  path: string,
  provider: ProviderSettings,
): Promise<{ response: Response; note: string }> {
  const { issuer, algorithm } = provider
  const where = `${request.method} ${path}`
  if (where === 'GET /.well-known/openid-configuration')
    return { response: Response.json(discovery(issuer, algorithm)), note: 'discovery' }
  if (where === 'GET /keys') {
    const keys = await parts.keyring.published(algorithm)
    return { response: Response.json({ keys }), note: `${keys.length} public ${keys.length === 1 ? 'key' : 'keys'}` }
  }
  if (where === 'POST /authorize') return { response: await authorize(parts, request, provider), note: 'a code' }
  if (where === 'POST /token') {
    const { body, note } = await token(parts, request, provider)
    return { response: Response.json(body, { headers: { 'cache-control': 'no-store' } }), note }
  }
  return { response: new Response('not found', { status: 404 }), note: 'nothing there' }
}

async function idToken(
  { clock, keyring }: EndpointParts,
  provider: ProviderSettings,
  user: ProviderUser,
  nonce?: string,
): Promise<string> {
  const now = Math.floor(clock.now() / 1000)
  return keyring.sign(provider.algorithm, {
    sub: user.username,
    ...user.claims,
    iss: provider.issuer,
    aud: provider.clientId,
    iat: now,
    exp: now + provider.idTokenSeconds,
    ...(nonce && { nonce }),
  })
}

async function authorize({ grants }: EndpointParts, request: Request, provider: ProviderSettings): Promise<Response> {
  const query = new URL(request.url).searchParams
  const form = new URLSearchParams(await request.text())
  const redirect = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== provider.clientId) throw new OAuthError('unauthorized_client', 'no such client')
  if (!URL.canParse(redirect)) throw new OAuthError('invalid_request', 'redirect_uri must be an address')
  if (query.get('response_type') !== 'code') throw new OAuthError('unsupported_response_type', 'only code is known')
  if (!(query.get('scope') ?? '').split(' ').includes('openid'))
    throw new OAuthError('invalid_scope', 'the scope must name openid')
  const challenge = query.get('code_challenge')
  if (challenge && query.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'the code challenge must be made with S256')
  const user = provider.users.find(({ username }) => username === form.get('username'))
  if (!user || user.password !== form.get('password'))
    throw new OAuthError('access_denied', 'user name or password is wrong', 401)
  const nonce = query.get('nonce')
  const code = grants.issueCode({
    user: user.username,
    redirectUri: redirect,
    ...(nonce && { nonce }),
    ...(challenge && { challenge }),
  })
  const target = new URL(redirect)
  target.searchParams.set('code', code)
  const state = query.get('state')
  if (state !== null) target.searchParams.set('state', state)
  return new Response(null, { status: 302, headers: { location: target.href } })
}

async function token(
  parts: EndpointParts,
  request: Request,
  provider: ProviderSettings,
): Promise<{ body: JsonObject; note: string }> {
  const { grants } = parts
  const form = new URLSearchParams(await request.text())
  checkClient(request, form, provider)
  const grantType = form.get('grant_type')
  if (grantType === 'authorization_code') {
    const grant = await grants.redeemCode(form)
    const user = userOf(provider, grant)
    const refreshToken = await grants.issueRefreshToken(user.username)
    return {
      body: { ...(await answer(parts, provider, user, grant.nonce)), refresh_token: refreshToken },
      note: `tokens for ${user.username}`,
    }
  }
  if (grantType === 'refresh_token') {
    const user = userOf(provider, await grants.redeemRefreshToken(form))
    const { id_token: renewed, ...rest } = await answer(parts, provider, user)
    return {
      body: { ...rest, ...(provider.refreshGivesIdToken && renewed !== undefined && { id_token: renewed }) },
      note: `${provider.refreshGivesIdToken ? 'new ID token' : 'no ID token'} for ${user.username}`,
    }
  }
  throw new OAuthError('unsupported_grant_type', 'authorization_code and refresh_token are known')
}

const answer = async (
  parts: EndpointParts,
  provider: ProviderSettings,
  user: ProviderUser,
  nonce?: string,
): Promise<JsonObject> => ({
  access_token: parts.grants.secret(),
  token_type: 'Bearer',
  expires_in: provider.idTokenSeconds,
  id_token: await idToken(parts, provider, user, nonce),
})

function userOf(provider: ProviderSettings, { user }: Grant): ProviderUser {
  const found = provider.users.find(({ username }) => username === user)
  if (!found) throw new OAuthError('invalid_grant', 'the user is no longer known')
  return found
}

/** Client authentication by form or HTTP Basic (RFC 6749, 2.3.1); a client without a secret is public. */
function checkClient(request: Request, form: URLSearchParams, { clientId, clientSecret }: ProviderSettings): void {
  const basic = /^Basic (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const [id, secret] = basic
    ? atob(basic).split(':').map(decodeURIComponent)
    : [form.get('client_id') ?? '', form.get('client_secret') ?? '']
  if (id !== clientId || (clientSecret !== '' && secret !== clientSecret))
    throw new OAuthError('invalid_client', 'client id or secret is wrong', 401)
}

const discovery = (issuer: string, algorithm: string): JsonObject => {
  const at = (path: string): string => issuer.replace(/\/$/, '') + path
  return {
    issuer,
    authorization_endpoint: at('/authorize'),
    token_endpoint: at('/token'),
    jwks_uri: at('/keys'),
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [algorithm],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    scopes_supported: ['openid'],
  }
}
