import type { ReadFlag, ReadFlagList } from '../machinery/flag-name'
import type { Outside } from '../machinery/egress'
import type { LookAtToken } from '../api/kinds/authentication/token-review/token-review'
import { unauthorized } from '../machinery/api-error'
import { parseClientConfig, resolveConnection } from '../machinery/client-config'
import type { Clock } from '../machinery/clock'
import { fileLabel } from '../machinery/file-label'
import { parseGoDuration } from '../machinery/go-duration'
import type { ObjectReader } from '../machinery/reader'
import { ANONYMOUS, AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP, type UserInfo } from '../machinery/user'
import { messageOf } from '../machinery/message-of'
import type { ParsedCertificate } from '../pki/certificate'
import { parseBundle } from '../pki/chain'
import { anonymous } from './anonymous'
import type { Authenticator, Credentials, TokenAuthenticator } from './authenticator'
import { bearer, tokenOfLine } from './bearer'
import { bootstrapToken } from './bootstrap-token'
import { clientCertificate } from './client-certificate'
import { openIdConnect, usernamePrefixOf } from './oidc'
import { requestHeader } from './request-header'
import type { ServiceAccountIssuer } from './service-account-issuer'
import { serviceAccountToken } from './service-account-token'
import { parseTokenFile, tokenFile } from './token-file'
import { forServerOnly, unionOf, unionOfTokens } from './union'
import { TokenWebhook } from './webhook'

export interface AuthenticationEnvironment {
  readonly reader: ObjectReader
  readonly clock: Clock
  readonly crypto: Crypto
  readonly outside: Outside
  /** Reads what flags name; rejects when it is not there. */
  readonly files: { read(name: string): string | Promise<string> }
  /** Value of a flag by its name without dashes, or its default. */
  readonly flag: ReadFlag
  /** The items of a list flag, or all values of one that may be repeated. */
  readonly flags: ReadFlagList
  readonly tokens: ServiceAccountIssuer
  /** PEM of authorities whose client certificates count when `--client-ca-file` is not given. */
  readonly clientCa?: string
}

export interface Authentication {
  /** Who sends a request, and which method recognised it. Throws Unauthorized; its cause says why, for the operator. */
  authenticate(credentials: Credentials): Promise<{ readonly user: UserInfo; readonly by: string }>
  /** Who a token belongs to, for TokenReview. */
  readonly authenticateToken: LookAtToken
}

export class AuthenticationConfigError extends Error {
  override readonly name = 'AuthenticationConfigError'
}

/**
 * The methods that the flags switch on, behind one door (authentication document, "Methods"). Rejects with
 * `AuthenticationConfigError`, or what reading a file throws, when a flag is missing or bad.
 */
export async function createAuthentication(env: AuthenticationEnvironment): Promise<Authentication> {
  const own = env.tokens.audiences
  const tokenMethods = [
    await tokenFileOf(env),
    serviceAccounts(env),
    bootstrapOf(env),
    await oidcOf(env),
    await webhookOf(env),
  ].filter((method) => method !== undefined)
  const tokens = unionOfTokens(tokenMethods)
  const methods: Authenticator[] = [...(await proxyOf(env)), ...(await certificatesOf(env)), bearer(tokens, own)]
  const named = unionOf(methods)
  const allowAnonymous = anonymousAllowed(env)

  return {
    async authenticate(credentials) {
      const outcome = await named.authenticate(credentials)
      if (outcome.type === 'rejected') throw Object.assign(unauthorized(outcome.answer), { cause: outcome.reason })
      if (outcome.type === 'identity') return { user: withGroup(outcome.identity.user), by: outcome.by ?? named.name }
      const { user } = credentials.connection
      if (user) return { user, by: 'connection' }
      if (!allowAnonymous) throw unauthorized()
      const nobody = await anonymous.authenticate(credentials)
      if (nobody.type !== 'identity') throw unauthorized()
      return { user: nobody.identity.user, by: anonymous.name }
    },
    async authenticateToken(text, audiences) {
      // A review means the request that would carry this text as its token: one of spaces alone carries none.
      const token = tokenOfLine(`Bearer ${text}`)
      if (token === undefined)
        return allowAnonymous ? { authenticated: true, user: ANONYMOUS, audiences } : { authenticated: false }
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

/** On unless everything is allowed anyway; the flag decides where it is given. */
function anonymousAllowed({ flag, flags }: AuthenticationEnvironment): boolean {
  const given = flag('anonymous-auth')
  return given === undefined ? !flags('authorization-mode').includes('AlwaysAllow') : isTrue(given)
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

const OIDC_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']

async function oidcOf(env: AuthenticationEnvironment): Promise<TokenAuthenticator | undefined> {
  const { flag, flags, files } = env
  const issuer = flag('oidc-issuer-url')
  const clientId = flag('oidc-client-id')
  if (!issuer !== !clientId) fail('--oidc-issuer-url and --oidc-client-id must be given together')
  if (!issuer || !clientId) return undefined
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (url?.protocol !== 'https:') fail(`--oidc-issuer-url: "${issuer}" must be an https URL`)
  const algorithms = flags('oidc-signing-algs').length > 0 ? flags('oidc-signing-algs') : ['RS256']
  const unknown = algorithms.find((name) => !OIDC_ALGORITHMS.includes(name))
  if (unknown !== undefined) fail(`--oidc-signing-algs: "${unknown}" is not one of ${OIDC_ALGORITHMS.join(', ')}`)
  const caFile = flag('oidc-ca-file')
  const usernameClaim = flag('oidc-username-claim') || 'sub'
  const groupsClaim = flag('oidc-groups-claim')
  const method = openIdConnect({
    issuer,
    clientId,
    usernameClaim,
    usernamePrefix: usernamePrefixOf(flag('oidc-username-prefix'), usernameClaim, issuer),
    ...(groupsClaim && { groupsClaim }),
    groupsPrefix: flag('oidc-groups-prefix') ?? '',
    requiredClaims: Object.fromEntries(flags('oidc-required-claim').map(requiredClaim)),
    algorithms,
    ...(caFile && { ca: await files.read(caFile) }),
    outside: env.outside,
    clock: env.clock,
  })
  return forServerOnly(method, env.tokens.audiences)
}

function requiredClaim(text: string): [string, string] {
  const equals = text.indexOf('=')
  return equals > 0
    ? [text.slice(0, equals), text.slice(equals + 1)]
    : fail(`--oidc-required-claim: "${text}" is not of the form key=value`)
}

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
