import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Clock } from '../machinery/clock'
import { encodeBase64Url, utf8 } from '../machinery/base64'
import { isObject, type Json, type JsonObject } from '../machinery/json'
import type { Random } from '../machinery/random'
import { checkProvider, DEFAULT_PROVIDER, type ProviderSettings, type ProviderUser } from './identity-provider-settings'
import { CallLog, type SimulatedService, type Settings } from './simulated'

/** Where the provider keeps its signing keys; private keys need not be extractable. */
export interface ProviderKeys {
  get(name: string): Promise<{ readonly keys: CryptoKeyPair } | undefined>
  put(name: string, value: { readonly keys: CryptoKeyPair }): Promise<void>
}

export interface ProviderOptions {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Pick<Crypto, 'subtle'>
  readonly settings: Settings
  readonly keys: ProviderKeys
  /** PEM of an authority that nobody trusts by themselves. */
  readonly authority: () => Promise<string>
}

interface Grant {
  readonly user: string
  readonly expiresAt: number
  readonly nonce?: string
  readonly redirectUri?: string
  /** PKCE (RFC 7636): what the verifier must hash to. */
  readonly challenge?: string
}
interface SigningKey {
  readonly kid: string
  readonly keys: CryptoKeyPair
  readonly jwk: JsonObject
}

const NAME = 'identity-provider'
const CODE_MS = 60_000
const REFRESH_MS = 30 * 86_400_000
const MOST_GRANTS = 200
/** A former key still verifies the tokens that it signed. */
const KEPT_KEYS = 2

class OAuthError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
  ) {
    super(message)
  }
}

/**
 * An OpenID Connect issuer as a request handler (OpenID Connect Core and Discovery 1.0, RFC 6749, RFC 7636): discovery, key
 * set, authorization with a form instead of a page, and tokens for codes and refresh tokens. Everything ends by the clock
 * that is handed in.
 */
export function createIdentityProvider(options: ProviderOptions): SimulatedService {
  const { clock, random, settings: kept } = options
  const log = new CallLog()
  const codes = new Map<string, Grant>()
  let settings: Promise<ProviderSettings> | undefined
  let refresh: Promise<Map<string, Grant>> | undefined
  const keyrings = new Map<string, Promise<SigningKey[]>>()

  const read = (): Promise<ProviderSettings> =>
    (settings ??= kept.get(NAME).then((value) => (isObject(value) ? checkProvider(value) : DEFAULT_PROVIDER)))
  const refreshTokens = (): Promise<Map<string, Grant>> =>
    (refresh ??= kept
      .get(`${NAME} sessions`)
      .then((value) => new Map(Array.isArray(value) ? (value as [string, Grant][]) : [])))
  const secret = (): string => encodeBase64Url(random.bytes(24))
  const keyName = (algorithm: string, n: number): string => `${NAME} ${algorithm} ${n}`

  function keyring(algorithm: string): Promise<SigningKey[]> {
    const known = keyrings.get(algorithm)
    if (known) return known
    const made = loadKeys(algorithm)
    keyrings.set(algorithm, made)
    return made
  }

  /** Newest first; `generation` counts the rotations. */
  async function loadKeys(algorithm: string): Promise<SigningKey[]> {
    const generation = Number((await kept.get(`${NAME} ${algorithm}`)) ?? 0)
    const ring: SigningKey[] = []
    for (let n = generation; n >= 0 && ring.length < KEPT_KEYS; n--) {
      const name = keyName(algorithm, n)
      let stored = await options.keys.get(name)
      if (!stored) {
        if (n < generation) break
        stored = { keys: await generateKeyPair(algorithm, { extractable: false }) }
        await options.keys.put(name, stored)
      }
      ring.push(await signingKey(algorithm, stored.keys))
    }
    return ring
  }

  async function signingKey(algorithm: string, keys: CryptoKeyPair): Promise<SigningKey> {
    const jwk = await exportJWK(keys.publicKey)
    const kid = await calculateJwkThumbprint(jwk)
    return { kid, keys, jwk: { ...(jwk as JsonObject), use: 'sig', alg: algorithm, kid } }
  }

  async function rotate(): Promise<void> {
    const { algorithm } = await read()
    const generation = Number((await kept.get(`${NAME} ${algorithm}`)) ?? 0)
    await keyring(algorithm)
    await kept.put(`${NAME} ${algorithm}`, generation + 1)
    keyrings.delete(algorithm)
  }

  async function idToken(provider: ProviderSettings, user: ProviderUser, nonce?: string): Promise<string> {
    const [key] = await keyring(provider.algorithm)
    if (!key) throw new Error('the provider has no key')
    const now = Math.floor(clock.now() / 1000)
    return new SignJWT({
      sub: user.username,
      ...user.claims,
      iss: provider.issuer,
      aud: provider.clientId,
      iat: now,
      exp: now + provider.idTokenSeconds,
      ...(nonce && { nonce }),
    })
      .setProtectedHeader({ alg: provider.algorithm, kid: key.kid, typ: 'JWT' })
      .sign(key.keys.privateKey)
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
    const code = secret()
    const nonce = query.get('nonce')
    trim(codes)
    codes.set(code, {
      user: user.username,
      expiresAt: clock.now() + CODE_MS,
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
    const sessions = await refreshTokens()
    if (grantType === 'authorization_code') {
      const code = form.get('code') ?? ''
      const grant = codes.get(code)
      codes.delete(code)
      if (!grant || grant.expiresAt <= clock.now() || grant.redirectUri !== form.get('redirect_uri'))
        throw new OAuthError('invalid_grant', 'the code is not known or no longer valid')
      if (grant.challenge && grant.challenge !== (await sha256(form.get('code_verifier') ?? '')))
        throw new OAuthError('invalid_grant', 'the code verifier does not fit')
      const user = userOf(provider, grant)
      const refreshToken = secret()
      trim(sessions)
      sessions.set(refreshToken, { user: user.username, expiresAt: clock.now() + REFRESH_MS })
      await kept.put(`${NAME} sessions`, [...sessions])
      return {
        body: { ...(await answer(provider, user, grant.nonce)), refresh_token: refreshToken },
        note: `tokens for ${user.username}`,
      }
    }
    if (grantType === 'refresh_token') {
      const grant = sessions.get(form.get('refresh_token') ?? '')
      if (!grant || grant.expiresAt <= clock.now())
        throw new OAuthError('invalid_grant', 'the refresh token is not known or no longer valid')
      const user = userOf(provider, grant)
      const { id_token: renewed, ...rest } = await answer(provider, user)
      return {
        body: { ...rest, ...(provider.refreshGivesIdToken && renewed !== undefined && { id_token: renewed }) },
        note: `${provider.refreshGivesIdToken ? 'new ID token' : 'no ID token'} for ${user.username}`,
      }
    }
    throw new OAuthError('unsupported_grant_type', 'authorization_code and refresh_token are known')
  }

  const answer = async (provider: ProviderSettings, user: ProviderUser, nonce?: string): Promise<JsonObject> => ({
    access_token: secret(),
    token_type: 'Bearer',
    expires_in: provider.idTokenSeconds,
    id_token: await idToken(provider, user, nonce),
  })

  const sha256 = async (text: string): Promise<string> =>
    encodeBase64Url(new Uint8Array(await options.crypto.subtle.digest('SHA-256', utf8(text))))

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
      const keys = (await keyring(algorithm)).map(({ jwk }) => jwk)
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
        keys: (await keyring(provider.algorithm)).map(({ jwk }) => jwk),
        ...(provider.ownCa && { ca: await options.authority() }),
        calls: log.list() as Json,
      }
    },
    async change(value) {
      const checked = checkProvider(value)
      await kept.put(NAME, checked)
      settings = Promise.resolve(checked)
    },
    actions: { rotate },
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

function trim(grants: Map<string, Grant>): void {
  const oldest = grants.keys().next()
  if (grants.size >= MOST_GRANTS && !oldest.done) grants.delete(oldest.value)
}
