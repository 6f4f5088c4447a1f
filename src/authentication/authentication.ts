import { behaves } from '../api/releases/ledger'
import type { FlagName } from '../machinery/flag-name'
import type { AnonymousEntry } from './structured/form'
import type { LookAtToken } from '../api/kinds/authentication/token-review/token-review'
import { unauthorized } from '../machinery/api-error'
import { parseClientConfig, resolveConnection } from '../machinery/client-config'
import { fileLabel } from '../machinery/file-label'
import { parseGoDuration } from '../machinery/go-duration'
import { ANONYMOUS, AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP, type UserInfo } from '../machinery/user'
import { messageOf } from '../machinery/message-of'
import type { ParsedCertificate } from '../pki/certificate'
import { parseBundle } from '../pki/chain'
import { anonymous } from './anonymous'
import type { Authenticator, Credentials, TokenAuthenticator } from './authenticator'
import { bearer, tokenOfLine } from './bearer'
import { bootstrapToken } from './bootstrap-token'
import { clientCertificate } from './client-certificate'
import { AuthenticationConfigError, type AuthenticationEnvironment } from './environment'
import { oidcOfFlags } from './oidc-flags'
import { requestHeader } from './request-header'
import { serviceAccountToken } from './service-account-token'
import { parseTokenFile, tokenFile } from './token-file'
import { forServerOnly, unionOf, unionOfTokens } from './union'
import { TokenWebhook } from './webhook'

export interface Authentication {
  /** Who sends a request, and which method recognised it. Throws Unauthorized; its cause says why, for the operator. */
  authenticate(credentials: Credentials): Promise<{ readonly user: UserInfo; readonly by: string }>
  /** Who a token belongs to, for TokenReview. */
  readonly authenticateToken: LookAtToken
}

/**
 * The methods that the flags switch on, behind one door (authentication document, "Methods"). Rejects with
 * `AuthenticationConfigError`, or what reading a file throws, when a flag is missing or bad.
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

  return {
    async authenticate(credentials) {
      const outcome = await named.authenticate(credentials)
      if (outcome.type === 'rejected') throw Object.assign(unauthorized(outcome.answer), { cause: outcome.reason })
      if (outcome.type === 'identity') return { user: withGroup(outcome.identity.user), by: outcome.by ?? named.name }
      const { user } = credentials.connection
      if (user) return { user, by: 'connection' }
      if (!allowed(credentials.path)) throw unauthorized()
      const nobody = await anonymous.authenticate(credentials)
      if (nobody.type !== 'identity') throw unauthorized()
      return { user: nobody.identity.user, by: anonymous.name }
    },
    async authenticateToken(text, audiences) {
      // A review means the request that would carry this text as its token: one of spaces alone carries none.
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

/** The issuers of `--authentication-config`, which leave no room for those of flags. */
async function configuredIssuers(env: AuthenticationEnvironment) {
  const { flag, isSet, served, tokens } = env
  const file = flag('authentication-config')
  if (!file) return undefined
  if (!behaves('authentication-configuration', served))
    fail('set --feature-gates=StructuredAuthenticationConfiguration=true to use authentication-config file')
  if (OIDC_FLAGS.some(isSet)) fail('authentication-config file and oidc-* flags are mutually exclusive')
  // Few clusters have one, and it brings the language of expressions.
  const { structuredMethod } = await import('./structured/method')
  const configured = await structuredMethod({
    ...env,
    file,
    disallowed: tokens.issuers,
    audiences: tokens.audiences,
    log: (message) => env.log(message),
  })
  if (configured.anonymous && isSet('anonymous-auth'))
    fail(
      'anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file',
    )
  return configured
}

const OIDC_FLAGS = [
  'oidc-issuer-url',
  'oidc-client-id',
  'oidc-username-claim',
  'oidc-username-prefix',
  'oidc-groups-claim',
  'oidc-groups-prefix',
  'oidc-required-claim',
  'oidc-ca-file',
  'oidc-signing-algs',
] as const satisfies FlagName[]

/** Whether requests without credentials are let in, by the path that they ask for; undefined stands for any. */
function anonymousRule(
  { flag, flags, isSet }: AuthenticationEnvironment,
  configured: AnonymousEntry | undefined,
): (path: string | undefined) => boolean {
  if (configured) {
    const { enabled = false, conditions = [] } = configured
    return (path) => enabled && (conditions.length === 0 || conditions.some((one) => one.path === path))
  }
  const given = flag('anonymous-auth')
  // On unless everything is allowed anyway; the flag decides where it is given.
  const always = !isSet('authorization-config') && flags('authorization-mode').includes('AlwaysAllow')
  const allowed = given === undefined ? !always : isTrue(given)
  return () => allowed
}

const isTrue = (text: string | undefined): boolean => /^(true|t|1)$/i.test(text ?? '')
const fail = (why: string): never => {
  throw new AuthenticationConfigError(why)
}

async function readBundle({ files }: AuthenticationEnvironment, flag: string, file: string) {
  const pem = await files.read(file)
  try {
    return parseBundle(pem)
  } catch (error) {
    return fail(`--${flag}: ${fileLabel(file)}: ${messageOf(error)}`)
  }
}

async function certificatesOf(env: AuthenticationEnvironment): Promise<Authenticator[]> {
  const file = env.flag('client-ca-file')
  if (file) return [clientCertificate({ ...env, roots: await readBundle(env, 'client-ca-file', file) })]
  const { clientCa } = env
  if (!clientCa) return []
  // The cluster's own authority needs no check, and a start need not wait for it to be read.
  let own: readonly ParsedCertificate[] | undefined
  return [
    clientCertificate({
      ...env,
      get roots() {
        return (own ??= parseBundle(clientCa))
      },
    }),
  ]
}

async function proxyOf(env: AuthenticationEnvironment): Promise<Authenticator[]> {
  const file = env.flag('requestheader-client-ca-file')
  const usernameHeaders = env.flags('requestheader-username-headers')
  const settings = [
    'requestheader-group-headers',
    'requestheader-extra-headers-prefix',
    'requestheader-allowed-names',
  ] as const
  if (!file) {
    const lonely = (['requestheader-username-headers', ...settings] as const).find((name) => env.flags(name).length > 0)
    return lonely ? fail(`--${lonely} needs --requestheader-client-ca-file`) : []
  }
  if (usernameHeaders.length === 0) fail('--requestheader-client-ca-file needs --requestheader-username-headers')
  const [groupHeaders, extraPrefixes, allowedNames] = settings.map((name) => env.flags(name)) as [
    readonly string[],
    readonly string[],
    readonly string[],
  ]
  return [
    requestHeader({
      ...env,
      roots: await readBundle(env, 'requestheader-client-ca-file', file),
      usernameHeaders,
      groupHeaders,
      extraPrefixes,
      allowedNames,
    }),
  ]
}

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
    fail(`${fileLabel(file)}: insecure-skip-tls-verify is not supported: name a certificate-authority`)
  const version = env.flag('authentication-token-webhook-version') ?? 'v1beta1'
  if (version !== 'v1' && version !== 'v1beta1')
    return fail(`--authentication-token-webhook-version must be v1 or v1beta1, not "${version}"`)
  const ttl = env.flag('authentication-token-webhook-cache-ttl') ?? '2m'
  const ttlMs = parseGoDuration(ttl) ?? fail(`--authentication-token-webhook-cache-ttl: "${ttl}" is not a duration`)
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
