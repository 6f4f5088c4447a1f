import type { FlagName, ReadFlag } from '../machinery/flag-name'
import type { Outside } from '../machinery/egress'
import { parseClientConfig, resolveConnection } from '../machinery/client-config'
import type { Clock } from '../machinery/clock'
import { fileLabel } from '../machinery/file-label'
import { parseGoDuration } from '../machinery/go-duration'
import type { ObjectReader } from '../machinery/reader'
import { MASTERS_GROUP } from '../machinery/user'
import { AbacAuthorizer, parseAbacPolicies } from './abac'
import { alwaysAllow, alwaysDeny, privilegedGroup } from './always'
import type { Authorizer } from './authorizer'
import { nodeRules } from './default-roles'
import { NodeAuthorizer } from './node'
import { NodeGraph } from './node-graph'
import type { PolicyIndex } from './policy-index'
import { createPolicyIndex, type DescribeRefusal, RbacAuthorizer } from './rbac'
import { UnionAuthorizer } from './union'
import { WebhookAuthorizer } from './webhook'

/** What authorizers are built from; handed in by the composition root. */
export interface AuthorizerEnvironment {
  readonly reader: ObjectReader
  readonly clock: Clock
  readonly outside: Outside
  readonly files: { read(name: string): string | Promise<string> }
  /** Value of a flag by its name without dashes, its default included. */
  readonly flag: ReadFlag
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  /** The index of roles and bindings, when the caller has one already (escalation checks use it, too). */
  readonly index?: PolicyIndex
  /** Explains refusals of RBAC in traces; without it they are not explained. */
  readonly describeRefusal?: DescribeRefusal
}

/** A configuration that no authorizer can be made from; names the mode or flag at fault. */
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

async function buildWebhook(env: AuthorizerEnvironment): Promise<Authorizer> {
  const file = needed(env, 'authorization-webhook-config-file', 'Webhook')
  const read = (name: string) => env.files.read(name)
  const connection = await resolveConnection(parseClientConfig(await read(file)), read)
  if (connection.insecureSkipTlsVerify)
    throw new AuthorizationConfigError(
      `${fileLabel(file)}: insecure-skip-tls-verify is not supported: name a certificate-authority`,
    )
  const version = env.flag('authorization-webhook-version') ?? 'v1beta1'
  if (version !== 'v1' && version !== 'v1beta1')
    throw new AuthorizationConfigError(`--authorization-webhook-version must be v1 or v1beta1, not "${version}"`)
  return new WebhookAuthorizer({
    connection,
    version,
    authorizedTtlMs: duration(env, 'authorization-webhook-cache-authorized-ttl', '5m'),
    unauthorizedTtlMs: duration(env, 'authorization-webhook-cache-unauthorized-ttl', '30s'),
    outside: env.outside,
    clock: env.clock,
  })
}

const MODES: Readonly<Record<string, Build>> = {
  Node: ({ reader, release }) => new NodeAuthorizer(new NodeGraph(reader, release), nodeRules(release)),
  RBAC: ({ reader, index, describeRefusal }) => new RbacAuthorizer(index ?? createPolicyIndex(reader), describeRefusal),
  ABAC: async (env) => {
    const file = needed(env, 'authorization-policy-file', 'ABAC')
    return new AbacAuthorizer(parseAbacPolicies(await env.files.read(file), file))
  },
  Webhook: buildWebhook,
  AlwaysAllow: () => alwaysAllow,
  AlwaysDeny: () => alwaysDeny,
}

/**
 * The authorizers of `--authorization-mode` in order, after the privileged group. Throws `AuthorizationConfigError` for a mode
 * that is unknown or named twice and for a flag that is missing, and what reading a policy file or configuration throws.
 */
export async function createAuthorizer(modes: readonly string[], env: AuthorizerEnvironment): Promise<UnionAuthorizer> {
  if (modes.length === 0) throw new AuthorizationConfigError('at least one authorization mode must be given')
  const members: Authorizer[] = [privilegedGroup(MASTERS_GROUP)]
  for (const [i, mode] of modes.entries()) {
    const build = Object.hasOwn(MODES, mode) ? MODES[mode] : undefined
    if (!build)
      throw new AuthorizationConfigError(`"${mode}" is not an authorization mode: use ${Object.keys(MODES).join(', ')}`)
    if (modes.indexOf(mode) !== i) throw new AuthorizationConfigError(`authorization mode ${mode} is given twice`)
    members.push(await build(env))
  }
  return new UnionAuthorizer(members)
}
