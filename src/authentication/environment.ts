import type { Served } from '../api/releases/ledger'
import type { Clock } from '../machinery/clock'
import type { Outside } from '../machinery/egress'
import type { FlagName, ReadFlag, ReadFlagList } from '../machinery/flag-name'
import type { FollowableFiles } from '../machinery/followed-file'
import type { Metrics } from '../machinery/metrics'
import type { ObjectReader } from '../machinery/reader'
import type { ServiceAccountIssuer } from './service-account-issuer'

/** What the methods of authentication are made from; handed in by the composition root. */
export interface AuthenticationEnvironment {
  readonly reader: ObjectReader
  readonly clock: Clock
  readonly crypto: Crypto
  readonly outside: Outside
  /** Reads what flags name; rejects when it is not there. */
  readonly files: FollowableFiles
  /** Value of a flag by its name without dashes, or its default. */
  readonly flag: ReadFlag
  /** The items of a list flag, or all values of one that may be repeated. */
  readonly flags: ReadFlagList
  /** Whether a flag was given. */
  readonly isSet: (name: FlagName) => boolean
  readonly served: Served
  readonly tokens: ServiceAccountIssuer
  readonly metrics: Metrics
  /** Aborts when the control plane ends. */
  readonly lifetime: AbortSignal
  log(message: string): void
  /** PEM of authorities whose client certificates count when `--client-ca-file` is not given. */
  readonly clientCa?: string
}

/** Flags that contradict each other, or that no method can be made from; names them. */
export class AuthenticationConfigError extends Error {
  override readonly name = 'AuthenticationConfigError'
}
/** @throws AuthenticationConfigError always */
export const refuseConfiguration = (why: string): never => {
  throw new AuthenticationConfigError(why)
}
