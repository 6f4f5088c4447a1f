import type { AuthenticateToken } from '../api/kinds/authentication/token-review/token-review'
import { unauthorized } from '../machinery/api-error'
import { parseClientConfig, resolveConnection } from '../machinery/client-config'
import { type MaybePromise, whenReady } from '../machinery/maybe-promise'
import { fileLabel } from '../machinery/file-label'
import { parseGoDuration } from '../machinery/go-duration'
import { ANONYMOUS, AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP, type UserInfo } from '../machinery/user'
import type { AnonymousEntry } from './structured/form'
import type { Authenticator, Credentials, TokenAuthenticator } from './authenticator'
import { bearer, tokenOfLine } from './bearer'
import { bootstrapToken } from './bootstrap-token'
import { type AuthenticationEnvironment, refuseConfiguration } from './environment'
import { oidcOfFlags } from './oidc-flags'
import { serviceAccountToken } from './service-account-token'
import { parseTokenFile, tokenFile } from './token-file'
import { forServerOnly, unionOf, unionOfTokens } from './union'
import { TokenWebhook } from './webhook'
import { configuredIssuers } from './configured-issuers'
import { certificatesOf, proxyOf } from './configured-certificates'

interface Recognized {
  readonly user: UserInfo
  readonly by: string
}

/** Recognizes users by all configured methods. */
export interface Authentication {
  /** The user of a request, and the method that recognized it. Throws Unauthorized; its cause has the reason for the operator. */
  authenticate(credentials: Credentials): MaybePromise<Recognized>
  /** The user of a token, for TokenReview. */
  readonly authenticateToken: AuthenticateToken
}

/**
 * Combines the methods that the flags enable (authentication document, "Methods"). Rejects with `AuthenticationConfigError`, or with the
 * error of reading a file, if a flag is missing or invalid.
 */
export async function createAuthentication(env: AuthenticationEnvironment): Promise<Authentication> {
  const own = env.tokens.audiences
  const configured = await configuredIssuers(env)
  const tokenMethods = [
    await tokenFileOf(env),
    serviceAccounts(env),
    bootstrapOf(env),
    configured ? configured.method : await oidcOfFlags(env),
    await webhookOf(env),
  ].filter((method) => method !== undefined)
  const tokens = unionOfTokens(tokenMethods)
  const methods: Authenticator[] = [...(await proxyOf(env)), ...(await certificatesOf(env)), bearer(tokens, own)]
  const named = unionOf(methods)
  const allowed = anonymousRule(env, configured?.anonymous)

  const withoutCredential = ({ connection: { user }, path }: Credentials): Recognized => {
    if (user) return { user, by: 'connection' }
    if (!allowed(path)) throw unauthorized()
    return { user: ANONYMOUS, by: 'anonymous' }
  }

  return {
    authenticate: (credentials) =>
      whenReady(named.authenticate(credentials), (outcome) => {
        if (outcome.type === 'rejected') throw Object.assign(unauthorized(outcome.answer), { cause: outcome.reason })
        return outcome.type === 'identity'
          ? { user: withGroup(outcome.identity.user), by: outcome.by ?? named.name }
          : withoutCredential(credentials)
      }),
    async authenticateToken(text, audiences) {
      // The review stands for a request with this text as its token: a text of spaces only is no token.
      const token = tokenOfLine(`Bearer ${text}`)
      if (token === undefined)
        return allowed(undefined) ? { authenticated: true, user: ANONYMOUS, audiences } : { authenticated: false }
      const outcome = await tokens.authenticateToken(token, audiences)
      if (outcome.type === 'identity')
        return {
          authenticated: true,
          user: withGroup(outcome.identity.user),
          audiences: outcome.identity.audiences ?? [],
        }
      return { authenticated: false, error: outcome.type === 'rejected' ? outcome.reason : 'invalid bearer token' }
    },
  }
}

function withGroup(user: UserInfo): UserInfo {
  const { name, groups } = user
  if (name === ANONYMOUS.name) return user
  if (groups.includes(AUTHENTICATED_GROUP) || groups.includes(UNAUTHENTICATED_GROUP)) return user
  return { ...user, groups: [...groups, AUTHENTICATED_GROUP] }
}

/** Decides by path whether requests without credentials are accepted; undefined stands for any path. */
function anonymousRule(
  { flag, flags, isSet }: AuthenticationEnvironment,
  configured: AnonymousEntry | undefined,
): (path: string | undefined) => boolean {
  if (configured) {
    const { enabled = false, conditions = [] } = configured
    return (path) => enabled && (conditions.length === 0 || conditions.some((one) => one.path === path))
  }
  const given = flag('anonymous-auth')
  // On by default, unless everything is allowed anyway; an explicit flag decides.
  const always = !isSet('authorization-config') && flags('authorization-mode').includes('AlwaysAllow')
  const allowed = given === undefined ? !always : isTrue(given)
  return () => allowed
}

const isTrue = (text: string | undefined): boolean => /^(true|t|1)$/i.test(text ?? '')

async function tokenFileOf({
  flag,
  files,
  tokens,
}: AuthenticationEnvironment): Promise<TokenAuthenticator | undefined> {
  const file = flag('token-auth-file')
  return file ? forServerOnly(tokenFile(parseTokenFile(await files.read(file))), tokens.audiences) : undefined
}

const serviceAccounts = (env: AuthenticationEnvironment): TokenAuthenticator =>
  serviceAccountToken({ ...env, issuer: env.tokens, lookup: isTrue(env.flag('service-account-lookup') ?? 'true') })

const bootstrapOf = (env: AuthenticationEnvironment): TokenAuthenticator | undefined =>
  isTrue(env.flag('enable-bootstrap-token-auth')) ? forServerOnly(bootstrapToken(env), env.tokens.audiences) : undefined

async function webhookOf(env: AuthenticationEnvironment): Promise<TokenAuthenticator | undefined> {
  const file = env.flag('authentication-token-webhook-config-file')
  if (!file) return undefined
  const read = (name: string) => env.files.read(name)
  const connection = await resolveConnection(parseClientConfig(await read(file)), read)
  if (connection.insecureSkipTlsVerify)
    refuseConfiguration(`${fileLabel(file)}: insecure-skip-tls-verify is not supported: name a certificate-authority`)
  const version = env.flag('authentication-token-webhook-version') ?? 'v1beta1'
  if (version !== 'v1' && version !== 'v1beta1')
    return refuseConfiguration(`--authentication-token-webhook-version must be v1 or v1beta1, not "${version}"`)
  const ttl = env.flag('authentication-token-webhook-cache-ttl') ?? '2m'
  const ttlMs =
    parseGoDuration(ttl) ?? refuseConfiguration(`--authentication-token-webhook-cache-ttl: "${ttl}" is not a duration`)
  return new TokenWebhook({
    connection,
    version,
    ttlMs,
    audiences: env.tokens.audiences,
    outside: env.outside,
    clock: env.clock,
    crypto: env.crypto,
  })
}
