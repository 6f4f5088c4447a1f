import { encodeBase64Url, utf8 } from '../../../machinery/base64'
import { isObject, type JsonObject } from '../../../machinery/json'
import type { Control } from '../../../server/control'

/** What a login sends to the identity provider. */
export interface LoginRequest {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly username: string
  readonly password: string
  readonly ca?: string
}

/** A step of a login, fit for display. */
export interface LoginStep {
  readonly request: string
  readonly status: number
  readonly note: string
}

/** Tokens that a login returns. */
export interface LoginResult {
  readonly idToken: string
  readonly refreshToken: string
}

/** No server listens there: the code is read from the redirect address. */
const REDIRECT = 'http://localhost:8000'

/**
 * Logs in with an authorization code and PKCE (OpenID Connect Core 3.1, RFC 7636), as a client and a browser do together.
 * Rejects with the provider's error.
 */
export async function logIn(
  control: Control,
  credentials: LoginRequest,
  crypto: Crypto,
  report: (step: LoginStep) => void,
): Promise<LoginResult> {
  const ca = credentials.ca ? { ca: credentials.ca } : {}
  const random = (): string => encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  const ask = async (method: string, url: string, body?: URLSearchParams) => {
    const answer = await control('reach', {
      method,
      url,
      ...ca,
      ...(body && { body: body.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    })
    const { origin, pathname } = new URL(url)
    return { answer, where: `${method} ${origin}${pathname}` }
  }
  const told = (where: string, status: number, note: string): void => report({ request: where, status, note })

  const discovery = await ask('GET', `${credentials.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const document = objectOf(discovery.answer.body)
  told(discovery.where, discovery.answer.status, 'discover the login and token endpoints')
  const authorize = document.authorization_endpoint
  const tokens = document.token_endpoint
  if (typeof authorize !== 'string' || typeof tokens !== 'string') throw new Error('the provider has no login endpoint')

  const verifier = random()
  const state = random()
  const digest = await crypto.subtle.digest('SHA-256', utf8(verifier))
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: credentials.clientId,
    redirect_uri: REDIRECT,
    scope: 'openid',
    state,
    nonce: random(),
    code_challenge: encodeBase64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  })
  const login = await ask(
    'POST',
    `${authorize}?${query.toString()}`,
    new URLSearchParams({ username: credentials.username, password: credentials.password }),
  )
  if (login.answer.status !== 302) throw refusal(login, told)
  const location = new URL(login.answer.headers['location'] ?? '', REDIRECT)
  if (location.searchParams.get('state') !== state) throw new Error('the response belongs to another login')
  told(login.where, login.answer.status, 'credentials accepted: redirected with a code')

  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: location.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT,
    client_id: credentials.clientId,
    code_verifier: verifier,
    ...(credentials.clientSecret && { client_secret: credentials.clientSecret }),
  })
  const exchange = await ask('POST', tokens, form)
  if (exchange.answer.status !== 200) throw refusal(exchange, told)
  const given = objectOf(exchange.answer.body)
  if (typeof given.id_token !== 'string') throw new Error('the provider returned no ID token')
  told(exchange.where, exchange.answer.status, 'exchanged the code for an ID token and a refresh token')
  return {
    idToken: given.id_token,
    refreshToken: typeof given.refresh_token === 'string' ? given.refresh_token : '',
  }
}

function objectOf(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) throw new Error('the provider did not return an object')
  return value
}

function refusal(
  { answer, where }: { answer: { status: number; body: string }; where: string },
  told: (where: string, status: number, note: string) => void,
): Error {
  let why = `it answered ${answer.status}`
  try {
    const { error_description: text, error } = objectOf(answer.body)
    why = typeof text === 'string' ? text : typeof error === 'string' ? error : why
  } catch {
    // not JSON: use the status
  }
  told(where, answer.status, why)
  return new Error(why)
}
