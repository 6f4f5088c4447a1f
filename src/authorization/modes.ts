import { behaves, type Served } from '../api/releases/ledger'
import type { FlagName, ReadFlag } from '../machinery/flag-name'
import type { Outside } from '../machinery/egress'
import { type ClientConnection, parseClientConfig, resolveConnection } from '../machinery/client-config'
import type { Clock } from '../machinery/clock'
import { fileLabel } from '../machinery/file-label'
import { parseGoDuration } from '../machinery/go-duration'
import type { FollowableFiles } from '../machinery/followed-file'
import type { Metrics } from '../machinery/metrics'
import type { ObjectReader } from '../machinery/reader'
import { AbacAuthorizer, parseAbacPolicies } from './abac'
import { alwaysAllow, alwaysDeny } from './always'
import type { Authorizer } from './authorizer'
import { nodeRules } from './default-roles'
import { NodeAuthorizer } from './node'
import { NodeGraph } from './node-graph'
import type { PolicyIndex } from './policy-index'
import { createPolicyIndex, type DescribeRefusal, RbacAuthorizer } from './rbac'
import { WebhookAuthorizer } from './webhook'

/** The dependencies of authorizers, from the composition root. */
export interface AuthorizerEnvironment {
  readonly reader: ObjectReader
  readonly clock: Clock
  readonly outside: Outside
  readonly files: FollowableFiles
  /** Value of a flag by its name without dashes, or its default. */
  readonly flag: ReadFlag
  /** Whether a flag was given. */
  readonly isSet: (name: FlagName) => boolean
  readonly served: Served
  readonly metrics: Metrics
  /** Aborts when the control plane stops. */
  readonly lifetime: AbortSignal
  log(message: string): void
  /** The index of roles and bindings, if the caller has one already (escalation checks share it). */
  readonly index?: PolicyIndex
  /** Explains refusals of RBAC in traces; optional. */
  readonly describeRefusal?: DescribeRefusal
}

/** An invalid authorization configuration; names the mode or flag at fault. */
export class AuthorizationConfigError extends Error {
  override readonly name = 'AuthorizationConfigError'
}

type Build = (env: AuthorizerEnvironment) => Authorizer | Promise<Authorizer>

const needed = ({ flag }: AuthorizerEnvironment, name: FlagName, mode: string): string => {
  const value = flag(name)
  if (!value) throw new AuthorizationConfigError(`authorization mode ${mode} needs --${name}`)
  return value
}

function duration({ flag }: AuthorizerEnvironment, name: FlagName, fallback: string): number {
  const text = flag(name) ?? fallback
  const ms = parseGoDuration(text)
  if (ms === undefined) throw new AuthorizationConfigError(`--${name}: "${text}" is not a duration`)
  return ms
}

/** The connection of a webhook, from a client configuration file. Rejects with an error that names the file. */
export async function webhookConnection(
  file: string,
  { files }: Pick<AuthorizerEnvironment, 'files'>,
): Promise<ClientConnection> {
  const read = (name: string) => files.read(name)
  const connection = await resolveConnection(parseClientConfig(await read(file)), read)
  if (connection.insecureSkipTlsVerify)
    throw new AuthorizationConfigError(
      `${fileLabel(file)}: insecure-skip-tls-verify is not supported: name a certificate-authority`,
    )
  return connection
}

async function buildWebhook(env: AuthorizerEnvironment): Promise<Authorizer> {
  const connection = await webhookConnection(needed(env, 'authorization-webhook-config-file', 'Webhook'), env)
  const version = env.flag('authorization-webhook-version') ?? 'v1beta1'
  if (version !== 'v1' && version !== 'v1beta1')
    throw new AuthorizationConfigError(`--authorization-webhook-version must be v1 or v1beta1, not "${version}"`)
  return new WebhookAuthorizer({
    connection,
    version,
    authorizedTtlMs: duration(env, 'authorization-webhook-cache-authorized-ttl', '5m'),
    unauthorizedTtlMs: duration(env, 'authorization-webhook-cache-unauthorized-ttl', '30s'),
    selectors: behaves('review-selectors', env.served),
    outside: env.outside,
    clock: env.clock,
    metrics: env.metrics,
  })
}

const MODES: Readonly<Record<string, Build>> = {
  Node: ({ reader, served }) => {
    const ownOnly = behaves('own-node-selectors', served)
    return new NodeAuthorizer(new NodeGraph(reader, served.release), nodeRules(served.release, served.feature), ownOnly)
  },
  RBAC: ({ reader, index, describeRefusal }) => new RbacAuthorizer(index ?? createPolicyIndex(reader), describeRefusal),
  ABAC: async (env) => {
    const file = needed(env, 'authorization-policy-file', 'ABAC')
    return new AbacAuthorizer(parseAbacPolicies(await env.files.read(file), file))
  },
  Webhook: buildWebhook,
  AlwaysAllow: () => alwaysAllow,
  AlwaysDeny: () => alwaysDeny,
}

/** The available authorization modes, in the order in which messages list them. */
export const AUTHORIZATION_MODES: readonly string[] = Object.keys(MODES)

/** Creates the authorizer of a mode. Throws or rejects with `AuthorizationConfigError` for an invalid mode or flag. */
export function buildMode(mode: string, env: AuthorizerEnvironment): Authorizer | Promise<Authorizer> {
  const build = Object.hasOwn(MODES, mode) ? MODES[mode] : undefined
  if (!build)
    throw new AuthorizationConfigError(`"${mode}" is not an authorization mode: use ${AUTHORIZATION_MODES.join(', ')}`)
  return build(env)
}
