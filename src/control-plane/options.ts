import type { AuditEvent } from '../audit/audit'
import type { Flags } from '../parse-flags'
import type { ControllableClock } from '../machinery/controllable-clock'
import type { Outside } from '../machinery/egress'
import type { FollowableFiles } from '../machinery/followed-file'
import type { Leadership } from '../machinery/leadership'
import type { Metrics } from '../machinery/metrics'
import type { Random } from '../machinery/random'
import type { KeyStore } from '../pki/key-store'
import type { Control, ControlEvents } from '../server/control'
import type { Store } from '../store/store'
import type { Fetch } from '../transport/connection'

/** Everything that a control plane gets from its environment. */
export interface ControlPlaneOptions {
  readonly store: Store
  readonly clock: ControllableClock
  readonly crypto: Crypto
  readonly random: Random
  readonly outside: Outside
  readonly argv: readonly string[]
  /** Files that flags name: paths in Node, `data:` URLs in the tab. Rejects if a file can't be read. */
  readonly files: Pick<FollowableFiles, 'watch'> & { read(name: string): Promise<string> }
  /** Where the cluster keeps the keys that it generates. */
  readonly keys: KeyStore
  /** Decides which of several servers over one store runs the controllers; without it, this server does. */
  readonly leadership?: Leadership
  /** The server's address for clients, used in configurations that the cluster issues. */
  readonly serverUrl: string
  log(message: string): void
  /** Whether workload controllers also run without simulated nodes, as clients expect of a real cluster. */
  readonly workloads?: boolean
  /** How long a deleted namespace keeps its content, in milliseconds, as in a real cluster; 0 if absent, so that nobody waits for it. */
  readonly namespaceDelayMs?: number
  /** Where audit events go besides memory; returns false if an event that must not be lost could not be written. */
  readonly auditSink?: (event: AuditEvent, metrics: Metrics) => boolean
  /** Resolves after pending requests had a turn, so that background work does not delay them. */
  readonly yieldToRequests?: () => Promise<void>
}

/** A running control plane. */
export interface ControlPlane {
  readonly fetch: Fetch
  readonly control: Control
  /** Flags that the listener needs before it can listen. */
  readonly flags: Flags
  onEvent<N extends keyof ControlEvents>(name: N, listener: (payload: ControlEvents[N]) => void): () => void
  /** Resolves when the start state exists and the controllers are running. */
  readonly ready: Promise<void>
  /** Resolves when the objects that every cluster starts with exist. */
  readonly seeded: Promise<void>
  /** Stops serving after `--shutdown-delay-duration`, then ends watches and controllers. Leaves the store open. */
  stop(): Promise<void>
}
