import type { Client } from '../client/client'
import type { Clock } from '../machinery/clock'
import type { MetadataFeed } from '../machinery/feed'
import type { Random } from '../machinery/random'
import type { Authority } from '../pki/authority'
import type { ServiceAccountIssuer } from '../authentication/service-account-issuer'

/** What controllers are built from; handed in by the composition root. */
export interface ControllerDeps {
  /** Speaks for the controllers; whom it authenticates as is its connection's business. */
  readonly client: Client
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly signal: AbortSignal
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  readonly feature: (name: string) => boolean
  readonly flag: (name: string) => string | undefined
  /** Signs certificates. */
  readonly authority: Authority
  /** Metadata of all kinds at once. */
  readonly feed: MetadataFeed
  /** PEM of the certificates that verify the API server, published in every namespace. */
  readonly rootCa: string
  readonly tokens: ServiceAccountIssuer
  /** Address of the API server as clients see it. */
  readonly serverUrl: string
  readonly log: (controller: string, message: string) => void
}

export interface ControllerRow {
  /** As in `--controllers`. */
  readonly name: string
  /** Runs when `--controllers` says `*`. */
  readonly defaultOn: boolean
  /** Resolves when `deps.signal` aborts. */
  start(deps: ControllerDeps): Promise<void>
}
