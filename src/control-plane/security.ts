import type { ReadFlagList } from '../machinery/flag-name'
import { describeRefusal } from '../access-analysis/describe-refusal'
import { type Authentication, createAuthentication } from '../authentication/authentication'
import { createServiceAccountIssuer, type ServiceAccountIssuer } from '../authentication/service-account-issuer'
import type { Authorizer } from '../authorization/authorizer'
import { createAuthorizer } from '../authorization/create'
import type { PolicyIndex } from '../authorization/policy-index'
import { createPolicyIndex } from '../authorization/rbac'
import { parseDuration } from '../flags'
import type { ObjectReader } from '../machinery/reader'
import type { Configuration } from './configuration'
import type { ControlPlaneOptions } from './options'

/** Who asks, and what they may do. */
export interface Security {
  readonly policyIndex: PolicyIndex
  readonly authorizer: Authorizer
  readonly tokens: ServiceAccountIssuer
  readonly authentication: Authentication
}

/** Builds authorizers and authenticators. Rejects with an error that names the flag at fault. */
export async function buildSecurity(
  { clock, crypto, outside, files, keys }: ControlPlaneOptions,
  { flags, flag, release, authority }: Configuration,
  reader: ObjectReader,
): Promise<Security> {
  const policyIndex = createPolicyIndex(reader)
  const authorizer = await createAuthorizer(flags.list('authorization-mode'), {
    reader,
    clock,
    outside,
    files,
    flag,
    release: release.minor,
    index: policyIndex,
    describeRefusal,
  })
  const lists: ReadFlagList = (name) => flags.list(name)
  const longest = flags.get('service-account-max-token-expiration')
  const tokens = await createServiceAccountIssuer(
    { crypto, keys, files, flag, flags: lists },
    longest ? parseDuration(longest) / 1000 : undefined,
  )
  const authentication = await createAuthentication({
    reader,
    clock,
    crypto,
    outside,
    files,
    flag,
    flags: lists,
    tokens,
    clientCa: authority.pem,
  })
  return { policyIndex, authorizer, tokens, authentication }
}
