import { isObject, type Json, type JsonObject } from '../machinery/json'
import { checkProvider, DEFAULT_PROVIDER, type ProviderSettings, type ProviderUser } from './identity-provider-settings'
import { type Grant, type GrantOptions, OAuthError, OAuthGrants } from './oauth-grants'
import { ProviderKeyring, type ProviderKeys } from './provider-keyring'
import { CallLog, type SimulatedService } from './simulated'

export interface ProviderOptions extends GrantOptions {
  readonly keys: ProviderKeys
  /** PEM of an authority that nobody trusts by themselves. */
  readonly authority: () => Promise<string>
}

const NAME = 'identity-provider'

/**
 * An OpenID Connect issuer as a request handler (OpenID Connect Core and Discovery 1.0, RFC 6749, RFC 7636): discovery, key
 * set, authorization with a form instead of a page, and tokens for codes and refresh tokens. Everything ends by the clock
 * that is handed in.
 */
export function createIdentityProvider(options: ProviderOptions): SimulatedService {
  const { clock, settings: kept } = options
  const log = new CallLog()
  const keyring = new ProviderKeyring(NAME, kept, options.keys)
  const grants = new OAuthGrants(`${NAME} sessions`, options)
  let settings: Promise<ProviderSettings> | undefined
  const read = (): Promise<ProviderSettings> =>
    (settings ??= kept.get(NAME).then((value) => (isObject(value) ? checkProvider(value) : DEFAULT_PROVIDER)))
  async function idToken(provider: ProviderSettings, user: ProviderUser, nonce?: string): Promise<string> {
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

  async function authorize(request: Request, provider: ProviderSettings): Promise<Response> {
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

  async function token(request: Request, provider: ProviderSettings): Promise<{ body: JsonObject; note: string }> {
    const form = new URLSearchParams(await request.text())
    checkClient(request, form, provider)
    const grantType = form.get('grant_type')
    if (grantType === 'authorization_code') {
      const grant = await grants.redeemCode(form)
      const user = userOf(provider, grant)
      const refreshToken = await grants.issueRefreshToken(user.username)
      return {
        body: { ...(await answer(provider, user, grant.nonce)), refresh_token: refreshToken },
        note: `tokens for ${user.username}`,
      }
    }
    if (grantType === 'refresh_token') {
      const user = userOf(provider, await grants.redeemRefreshToken(form))
      const { id_token: renewed, ...rest } = await answer(provider, user)
      return {
        body: { ...rest, ...(provider.refreshGivesIdToken && renewed !== undefined && { id_token: renewed }) },
        note: `${provider.refreshGivesIdToken ? 'new ID token' : 'no ID token'} for ${user.username}`,
      }
    }
    throw new OAuthError('unsupported_grant_type', 'authorization_code and refresh_token are known')
  }

  const answer = async (provider: ProviderSettings, user: ProviderUser, nonce?: string): Promise<JsonObject> => ({
    access_token: grants.secret(),
    token_type: 'Bearer',
    expires_in: provider.idTokenSeconds,
    id_token: await idToken(provider, user, nonce),
  })

  async function route(
    request: Request,
    path: string,
    provider: ProviderSettings,
  ): Promise<{ response: Response; note: string }> {
    const { issuer, algorithm } = provider
    const where = `${request.method} ${path}`
    if (where === 'GET /.well-known/openid-configuration')
      return { response: Response.json(discovery(issuer, algorithm)), note: 'discovery' }
    if (where === 'GET /keys') {
      const keys = await keyring.published(algorithm)
      return { response: Response.json({ keys }), note: `${keys.length} public ${keys.length === 1 ? 'key' : 'keys'}` }
    }
    if (where === 'POST /authorize') return { response: await authorize(request, provider), note: 'a code' }
    if (where === 'POST /token') {
      const { body, note } = await token(request, provider)
      return { response: Response.json(body, { headers: { 'cache-control': 'no-store' } }), note }
    }
    return { response: new Response('not found', { status: 404 }), note: 'nothing there' }
  }

  return {
    name: NAME,
    async handle(request, trust) {
      const provider = await read()
      const root = provider.issuer.replace(/\/$/, '')
      const url = new URL(request.url)
      const address = url.origin + url.pathname
      if (address !== root && !address.startsWith(`${root}/`)) return undefined
      const note = (status: number, text: string): void =>
        log.note({ at: clock.now(), method: request.method, url: address, status, note: text })
      if (provider.ownCa && !(trust.ca ?? '').includes(pemBody(await options.authority()))) {
        note(0, 'refused: its certificate is of an authority that the caller does not trust')
        throw new Error(`${url.origin}: certificate signed by unknown authority`)
      }
      try {
        const { response, note: text } = await route(request, address.slice(root.length), provider)
        note(response.status, text)
        return response
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error
        note(error.status, error.message)
        return Response.json({ error: error.code, error_description: error.message }, { status: error.status })
      }
    },
    async state() {
      const provider = await read()
      return {
        settings: provider as unknown as JsonObject,
        keys: await keyring.published(provider.algorithm),
        ...(provider.ownCa && { ca: await options.authority() }),
        calls: log.list() as Json,
      }
    },
    async change(value) {
      const checked = checkProvider(value)
      await kept.put(NAME, checked)
      settings = Promise.resolve(checked)
    },
    actions: { rotate: async () => keyring.rotate((await read()).algorithm) },
  }
}

const pemBody = (pem: string): string => /-----BEGIN CERTIFICATE-----([\s\S]*?)-----END/.exec(pem)?.[1]?.trim() ?? pem

function userOf(provider: ProviderSettings, { user }: Grant): ProviderUser {
  const found = provider.users.find(({ username }) => username === user)
  if (!found) throw new OAuthError('invalid_grant', 'the user is no longer known')
  return found
}

/** By form or by HTTP Basic (RFC 6749, 2.3.1); a client without a secret is a public one. */
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
