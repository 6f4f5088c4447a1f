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

/** Everything that a control plane takes from the world it runs in. */
export interface ControlPlaneOptions {
  readonly store: Store
  readonly clock: ControllableClock
  readonly crypto: Crypto
  readonly random: Random
  readonly outside: Outside
  readonly argv: readonly string[]
  /** Files that flags name: paths in Node, `data:` URLs in the tab. Rejects for what can't be read. */
  readonly files: Pick<FollowableFiles, 'watch'> & { read(name: string): Promise<string> }
  /** Where the cluster keeps the keys that it makes for itself. */
  readonly keys: KeyStore
  /** Which of several servers over one store runs controllers; this one does where there is no other. */
  readonly leadership?: Leadership
  /** Address that clients reach the server at; for configurations that the cluster issues. */
  readonly serverUrl: string
  log(message: string): void
  /** Whether controllers of workloads run without simulated nodes, too, as in any cluster that clients expect. */
  readonly workloads?: boolean
  /** Where audit events go beside memory; false for one that is lost and must not be. */
  readonly auditSink?: (event: AuditEvent, metrics: Metrics) => boolean
  /** Resolves when whoever waits for an answer has had a turn: what starts by itself does not hold them up. */
  readonly yieldToRequests?: () => Promise<void>
}

export interface ControlPlane {
  readonly fetch: Fetch
  readonly control: Control
  /** Flags that the listener needs before it can listen. */
  readonly flags: Flags
  onEvent<N extends keyof ControlEvents>(name: N, listener: (payload: ControlEvents[N]) => void): () => void
  /** Resolves when the start state is there and the controllers run. */
  readonly ready: Promise<void>
  /** Resolves when the objects are there that every cluster starts with. */
  readonly seeded: Promise<void>
  /** Stops serving after `--shutdown-delay-duration`, ends watches and controllers. Leaves the store open. */
  stop(): Promise<void>
}
