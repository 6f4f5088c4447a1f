import type { Served } from '../api/releases/ledger'
import type { Clock } from '../machinery/clock'
import type { Outside } from '../machinery/egress'
import type { FlagName, ReadFlag, ReadFlagList } from '../machinery/flag-name'
import type { FollowableFiles } from '../machinery/followed-file'
import type { Metrics } from '../machinery/metrics'
import type { ObjectReader } from '../machinery/reader'
import type { LegacyTokenUses } from './legacy-token-use'
import type { ServiceAccountIssuer } from './service-account-issuer'

/** The dependencies of authentication methods, from the composition root. */
export interface AuthenticationEnvironment {
  readonly reader: ObjectReader
  readonly clock: Clock
  readonly crypto: Crypto
  readonly outside: Outside
  /** Reads files that flags name; rejects if a file does not exist. */
  readonly files: FollowableFiles
  /** Value of a flag by its name without dashes, or its default. */
  readonly flag: ReadFlag
  /** The items of a list flag, or all values of a repeatable one. */
  readonly flags: ReadFlagList
  /** Whether a flag was given. */
  readonly isSet: (name: FlagName) => boolean
  readonly served: Served
  readonly tokens: ServiceAccountIssuer
  readonly metrics: Metrics
  /** Called for each request that is sent with a token of a secret. */
  readonly legacyTokens: Pick<LegacyTokenUses, 'used'>
  /** Aborts when the control plane stops. */
  readonly lifetime: AbortSignal
  log(message: string): void
  /** PEM authorities of client certificates, used if `--client-ca-file` is not given. */
  readonly clientCa?: string
}

/** Contradictory or unusable flags; the message names them. */
export class AuthenticationConfigError extends Error {
  override readonly name = 'AuthenticationConfigError'
}
/** @throws AuthenticationConfigError always */
export const refuseConfiguration = (why: string): never => {
  throw new AuthenticationConfigError(why)
}
