import { behaves } from '../api/releases/ledger'
import type { FlagName } from '../machinery/flag-name'
import { MASTERS_GROUP } from '../machinery/user'
import { privilegedGroup } from './always'
import type { Authorizer } from './authorizer'
import { AuthorizationConfigError, type AuthorizerEnvironment, buildMode } from './modes'
import { decisionCounter, UnionAuthorizer } from './union'

/** Flags that the configuration file replaces. */
const EXCLUDED = [
  'authorization-mode',
  'authorization-webhook-config-file',
  'authorization-webhook-version',
  'authorization-webhook-cache-authorized-ttl',
  'authorization-webhook-cache-unauthorized-ttl',
] as const satisfies FlagName[]

/**
 * The authorizers of `--authorization-config`, or else of `--authorization-mode` in order, after the privileged group. Throws
 * `AuthorizationConfigError` for an unknown or repeated mode and for a missing flag, and rejects with the errors of reading a policy file
 * or configuration.
 */
export async function createAuthorizer(modes: readonly string[], env: AuthorizerEnvironment): Promise<Authorizer> {
  const file = env.flag('authorization-config')
  return new UnionAuthorizer(
    [privilegedGroup(MASTERS_GROUP), await (file ? configured(file, env) : ofModes(modes, env))],
    () => undefined,
  )
}

async function ofModes(modes: readonly string[], env: AuthorizerEnvironment): Promise<Authorizer> {
  if (modes.length === 0) throw new AuthorizationConfigError('at least one authorization mode must be given')
  const members: Authorizer[] = []
  for (const [i, mode] of modes.entries()) {
    const member = await buildMode(mode, env)
    if (modes.indexOf(mode) !== i) throw new AuthorizationConfigError(`authorization mode ${mode} is given twice`)
    members.push(member)
  }
  return new UnionAuthorizer(members, decisionCounter(members, env.metrics))
}

async function configured(file: string, env: AuthorizerEnvironment): Promise<Authorizer> {
  if (!behaves('authorization-configuration', env.served))
    throw new AuthorizationConfigError(
      '--authorization-config cannot be used without enabling StructuredAuthorizationConfiguration feature flag',
    )
  if (EXCLUDED.some(env.isSet))
    throw new AuthorizationConfigError(
      '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
    )
  // Loaded on demand, because few clusters use it and it includes the expression language.
  const { configuredAuthorizer } = await import('./structured/method')
  return configuredAuthorizer(file, env)
}
