import { encodeBase64Url, utf8 } from '../machinery/base64'
import type { Clock } from '../machinery/clock'
import type { Random } from '../machinery/random'
import type { Settings } from './simulated'

/** An error of a token endpoint (RFC 6749, 5.2). */
export class OAuthError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
  ) {
    super(message)
  }
}

/** What a user has authorized, until it expires. */
export interface Grant {
  readonly user: string
  readonly expiresAt: number
  readonly nonce?: string
  readonly redirectUri?: string
  /** PKCE (RFC 7636): the expected hash of the verifier. */
  readonly challenge?: string
}

/** What codes and tokens are made with. */
export interface GrantOptions {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Pick<Crypto, 'subtle'>
  readonly settings: Settings
}

const CODE_MS = 60_000
const REFRESH_MS = 30 * 86_400_000
const MOST_GRANTS = 200

/** Authorization codes, valid once and for a minute, and refresh tokens, stored in the settings under `name`. */
export class OAuthGrants {
  private readonly codes = new Map<string, Grant>()
  private refreshTokens: Promise<Map<string, Grant>> | undefined

  constructor(
    private readonly name: string,
    private readonly options: GrantOptions,
  ) {}

  /** An unguessable text. */
  secret(): string {
    return encodeBase64Url(this.options.random.bytes(24))
  }

  /** Issues a code for a user who has just logged in. */
  issueCode(grant: Omit<Grant, 'expiresAt'>): string {
    const code = this.secret()
    trim(this.codes)
    this.codes.set(code, { ...grant, expiresAt: this.options.clock.now() + CODE_MS })
    return code
  }

  /**
   * Consumes a code and returns its grant. @throws OAuthError if the code, its redirect address or its verifier is wrong
   */
  async redeemCode(form: URLSearchParams): Promise<Grant> {
    const code = form.get('code') ?? ''
    const grant = this.codes.get(code)
    this.codes.delete(code)
    if (!grant || grant.expiresAt <= this.options.clock.now() || grant.redirectUri !== form.get('redirect_uri'))
      throw new OAuthError('invalid_grant', 'the code is not known or no longer valid')
    if (grant.challenge && grant.challenge !== (await this.sha256(form.get('code_verifier') ?? '')))
      throw new OAuthError('invalid_grant', 'the code verifier does not fit')
    return grant
  }

  /** Issues a refresh token for a user. */
  async issueRefreshToken(user: string): Promise<string> {
    const tokens = await this.refresh()
    const token = this.secret()
    trim(tokens)
    tokens.set(token, { user, expiresAt: this.options.clock.now() + REFRESH_MS })
    await this.options.settings.put(this.name, [...tokens])
    return token
  }

  /** The grant of a refresh token. @throws OAuthError if it is unknown or has expired */
  async redeemRefreshToken(form: URLSearchParams): Promise<Grant> {
    const grant = (await this.refresh()).get(form.get('refresh_token') ?? '')
    if (!grant || grant.expiresAt <= this.options.clock.now())
      throw new OAuthError('invalid_grant', 'the refresh token is not known or no longer valid')
    return grant
  }

  private refresh(): Promise<Map<string, Grant>> {
    return (this.refreshTokens ??= this.options.settings
      .get(this.name)
      .then((value) => new Map(Array.isArray(value) ? (value as [string, Grant][]) : [])))
  }

  private async sha256(text: string): Promise<string> {
    return encodeBase64Url(new Uint8Array(await this.options.crypto.subtle.digest('SHA-256', utf8(text))))
  }
}

function trim(grants: Map<string, Grant>): void {
  const oldest = grants.keys().next()
  if (grants.size >= MOST_GRANTS && !oldest.done) grants.delete(oldest.value)
}
