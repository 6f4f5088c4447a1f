import { decodeBase64Url, fromUtf8 } from '../machinery/base64'
import { ClientConfigError } from '../machinery/client-config'
import type { Clock } from '../machinery/clock'
import { isObject, type JsonObject } from '../machinery/json'

/** The `oidc` provider entry of a user in a client configuration (authentication document, "OpenID rules"). */
export interface OidcProviderConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly refreshToken: string
  readonly idToken: string
  /** PEM CA certificates of the provider. */
  readonly ca?: string
}

/** The tokens of a user, as the client configuration stores them. */
export interface OidcTokens {
  readonly idToken: string
  readonly refreshToken: string
}

/** What token refreshes work with. */
export interface OidcTokenOptions {
  readonly config: OidcProviderConfig
  readonly clock: Clock
  fetch(request: Request, ca?: string): Promise<Response>
  /** Saves refreshed tokens. A token is returned only after it is saved. */
  readonly save: (tokens: OidcTokens) => void | Promise<void>
}

/** The provider's answer can't be used; the message says why. */
export class OidcProviderError extends Error {
  override readonly name = 'OidcProviderError'
}

// A token that is about to expire might do so in transit.
const MARGIN_MS = 10_000

/** Parses `auth-provider.config`; throws `ClientConfigError` if it is incomplete. `ca` is the content of its CA file. */
export function parseOidcProvider(config: JsonObject, ca?: string): OidcProviderConfig {
  const text = (key: string): string => (typeof config[key] === 'string' ? config[key] : '')
  const needed = (key: string): string => {
    if (text(key) === '') throw new ClientConfigError(`auth-provider.config.${key} must be given`)
    return text(key)
  }
  return {
    issuer: needed('idp-issuer-url'),
    clientId: needed('client-id'),
    clientSecret: text('client-secret'),
    refreshToken: text('refresh-token'),
    idToken: text('id-token'),
    ...(ca !== undefined && { ca }),
  }
}

/** ID tokens of a provider: the saved one until it expires, then a refreshed one. */
export class OidcTokenSource {
  private idToken: string
  private refreshToken: string
  private pending: Promise<string> | undefined

  constructor(private readonly options: OidcTokenOptions) {
    this.idToken = options.config.idToken
    this.refreshToken = options.config.refreshToken
  }

  /** The token to send. Rejects with `OidcProviderError` if it has expired and can't be refreshed. */
  get(): Promise<string> {
    if (this.idToken && endOf(this.idToken) - MARGIN_MS > this.options.clock.now()) return Promise.resolve(this.idToken)
    return (this.pending ??= this.refresh().finally(() => (this.pending = undefined)))
  }

  private async refresh(): Promise<string> {
    const { config, save } = this.options
    if (!this.refreshToken) throw new OidcProviderError('the ID token has expired, and there is no refresh token')
    const { token_endpoint: endpoint } = await this.json(
      new Request(`${config.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
    )
    if (typeof endpoint !== 'string') throw new OidcProviderError('the provider names no token endpoint')
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: this.refreshToken,
      client_id: config.clientId,
    })
    if (config.clientSecret) body.set('client_secret', config.clientSecret)
    const answer = await this.json(new Request(endpoint, { method: 'POST', body }))
    if (typeof answer.id_token !== 'string')
      throw new OidcProviderError('the provider gives no ID token for a refresh token: it can not be used this way')
    this.idToken = answer.id_token
    if (typeof answer.refresh_token === 'string' && answer.refresh_token) this.refreshToken = answer.refresh_token
    await save({ idToken: this.idToken, refreshToken: this.refreshToken })
    return this.idToken
  }

  private async json(request: Request): Promise<JsonObject> {
    const response = await this.options.fetch(request, this.options.config.ca)
    if (!response.ok) throw new OidcProviderError(`${request.url} answered ${response.status}`)
    const body: unknown = await response.json()
    if (!isObject(body)) throw new OidcProviderError(`${request.url} did not return an object`)
    return body
  }
}

/** When a token expires, in milliseconds; 0 if it is not a JWT. */
function endOf(token: string): number {
  try {
    const claims: unknown = JSON.parse(fromUtf8(decodeBase64Url(token.split('.')[1] ?? '')))
    return isObject(claims) && typeof claims.exp === 'number' ? claims.exp * 1000 : 0
  } catch {
    return 0 // not a JWT: a new one is needed
  }
}
