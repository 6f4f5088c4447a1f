import type { Served } from '../../api/releases/ledger'
import { behaves } from '../../api/releases/ledger'
import type { Clock } from '../../machinery/clock'
import { ConfigError } from '../../machinery/config-shape'
import type { Outside } from '../../machinery/egress'
import { fileLabel } from '../../machinery/file-label'
import { type FollowableFiles, followFile } from '../../machinery/followed-file'
import { writeJson } from '../../machinery/json-text'
import type { Metrics } from '../../machinery/metrics'
import { forServerOnly, unionOfTokens } from '../union'
import type { TokenAuthenticator } from '../authenticator'
import { OIDC_ALGORITHMS, openIdConnect } from '../oidc'
import { type AuthenticationPlan, type JwtPlan, readAuthenticationConfiguration } from './configuration'
import type { AnonymousEntry } from './form'
import { userOf } from './user-of'

/** What an AuthenticationConfiguration is read and followed with. */
export interface StructuredOptions {
  readonly file: string
  readonly files: FollowableFiles
  readonly served: Served
  /** Issuers of other tokens of the cluster. */
  readonly disallowed: readonly string[]
  /** The API server's own audiences. */
  readonly audiences: readonly string[]
  readonly outside: Outside
  readonly clock: Clock
  readonly lifetime: AbortSignal
  readonly metrics: Metrics
  log(message: string): void
}

/**
 * The issuers of `--authentication-config` and its settings for anonymous requests. Reloads the file in releases that support it. Rejects
 * with ConfigError for an invalid file.
 */
export async function structuredMethod(
  options: StructuredOptions,
): Promise<{ readonly method: TokenAuthenticator; readonly anonymous?: AnonymousEntry }> {
  const { file, files, served, disallowed, audiences, lifetime, metrics } = options
  const where = `--authentication-config: ${fileLabel(file)}`
  const read = (text: string): AuthenticationPlan => readAuthenticationConfiguration(text, where, served, disallowed)
  const methodOf = ({ jwt }: AuthenticationPlan): TokenAuthenticator =>
    unionOfTokens(jwt.map((plan) => forServerOnly(issuerMethod(plan, options), audiences)))
  const text = await files.read(file)
  const first = read(text)
  let current = methodOf(first)
  if (behaves('configuration-reload', served.release))
    followFile({
      files,
      name: file,
      text,
      what: 'authentication configuration',
      apply: (next) => {
        const plan = read(next)
        if (writeJson(plan.anonymous ?? null) !== writeJson(first.anonymous ?? null))
          throw new ConfigError(`${where}: anonymous: Forbidden: changed from initial configuration file`)
        current = methodOf(plan)
      },
      signal: lifetime,
      log: (message) => options.log(message),
      metrics,
      counter: 'apiserver_authentication_config_controller_automatic_reloads_total',
    })
  return {
    method: {
      name: 'OpenID Connect',
      authenticateToken: (token, wanted, asking) => current.authenticateToken(token, wanted, asking),
    },
    ...(first.anonymous && { anonymous: first.anonymous }),
  }
}

const issuerMethod = ({ issuer, claims }: JwtPlan, { outside, clock, served }: StructuredOptions): TokenAuthenticator =>
  openIdConnect({
    issuer: issuer.url ?? '',
    ...(issuer.discoveryURL && { discoveryUrl: issuer.discoveryURL }),
    ...(issuer.certificateAuthority && { ca: issuer.certificateAuthority }),
    audiences: issuer.audiences ?? [],
    algorithms: OIDC_ALGORITHMS,
    ...(claims.groups && 'claim' in claims.groups && { groupsClaim: claims.groups.claim }),
    userOf: (token) => userOf(token, claims, served.release),
    outside,
    clock,
  })
