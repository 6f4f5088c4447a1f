import type { FlagName, ReadFlagList } from '../machinery/flag-name'
import { describeRefusal } from '../access-analysis/describe-refusal'
import { type Authentication, createAuthentication } from '../authentication/authentication'
import { LegacyTokenUses } from '../authentication/legacy-token-use'
import { createServiceAccountIssuer, type ServiceAccountIssuer } from '../authentication/service-account-issuer'
import type { Authorizer } from '../authorization/authorizer'
import { createAuthorizer } from '../authorization/create'
import type { PolicyIndex } from '../authorization/policy-index'
import { createPolicyIndex } from '../authorization/rbac'
import { parseDuration } from '../parse-flags'
import type { ObjectReader } from '../machinery/reader'
import type { Configuration } from './configuration'
import type { Lifecycle } from './lifecycle'
import type { Observation } from './observation'
import type { ControlPlaneOptions } from './options'

/** Authentication and authorization. */
export interface Security {
  readonly policyIndex: PolicyIndex
  readonly authorizer: Authorizer
  readonly tokens: ServiceAccountIssuer
  readonly authentication: Authentication
  /** Tells which secrets' tokens are used. */
  readonly legacyTokens: LegacyTokenUses
}

interface SecurityParts {
  readonly options: ControlPlaneOptions
  readonly configuration: Configuration
  readonly reader: ObjectReader
  readonly observation: Observation
  readonly lifecycle: Lifecycle
}

/** Builds authorizers and authenticators. Rejects with an error that names the flag at fault. */
export async function buildSecurity(parts: SecurityParts): Promise<Security> {
  const { options, configuration, reader, observation, lifecycle } = parts
  const { clock, crypto, outside, files, keys } = options
  const { flags, flag, release, feature, authority } = configuration
  const shared = {
    reader,
    clock,
    outside,
    files,
    flag,
    isSet: (name: FlagName) => flags.isSet(name),
    served: { release: release.minor, feature },
    metrics: observation.metrics,
    lifetime: lifecycle.lifetime,
    log: (message: string) => options.log(message),
  }
  const policyIndex = createPolicyIndex(reader)
  const authorizer = await createAuthorizer(flags.list('authorization-mode'), {
    ...shared,
    index: policyIndex,
    describeRefusal,
  })
  const lists: ReadFlagList = (name) => flags.list(name)
  const longest = flags.get('service-account-max-token-expiration')
  const tokens = await createServiceAccountIssuer(
    { crypto, keys, files, flag, flags: lists },
    longest ? parseDuration(longest) / 1000 : undefined,
  )
  const legacyTokens = new LegacyTokenUses()
  const authentication = await createAuthentication({
    ...shared,
    crypto,
    flags: lists,
    tokens,
    legacyTokens,
    clientCa: authority.pem,
  })
  return { policyIndex, authorizer, tokens, authentication, legacyTokens }
}
