import { Client } from '../client/client'
import { type ControlPlane, createControlPlane } from '../control-plane'
import { type ControllableClock, createControllableClock } from '../machinery/controllable-clock'
import type { Clock } from '../machinery/clock'
import type { Outside } from '../machinery/egress'
import { cryptoRandom } from '../machinery/random'
import { createSystemClock } from '../machinery/system-clock'
import { CLUSTER_ADMIN, type UserInfo } from '../machinery/user'
import { createMemoryKeyStore, type KeyStore } from '../pki/key-store'
import { createMemoryStore } from '../store/memory'
import type { Store } from '../store/store'

/** Options of a cluster. By default it is in memory and leaves nothing behind. */
export interface ClusterOptions {
  /** Flags of the API server, such as `--release=1.25`. */
  readonly flags?: readonly string[]
  /** Content of the files that flags name, by name. */
  readonly files?: Readonly<Record<string, string>>
  /** The cluster's clock, which tests can pause and step; the system clock by default. */
  readonly clock?: ControllableClock
  /** Opens the store; called with the cluster's clock, in memory by default. `stop` closes it. */
  readonly openStore?: (clock: Clock) => Promise<Store>
  /** Stores the cluster's keys; in memory by default. Use one that lasts as long as the store. */
  readonly keys?: KeyStore
  /** Connects to webhooks and identity providers; by default none is reachable. */
  readonly outside?: Outside
  /** Address in the configurations that the cluster issues. */
  readonly serverUrl?: string
  /** Receives messages for the operator; they are dropped by default. */
  readonly log?: (message: string) => void
}

/** A running control plane and clients for it. */
export interface Cluster {
  readonly controlPlane: ControlPlane
  readonly store: Store
  readonly clock: ControllableClock
  /** Sends requests as the cluster's administrator. */
  readonly admin: Client
  /** A client that is authenticated as this user, without credentials. */
  as(user: UserInfo): Client
  /** Ends watches and controllers, then closes the store. */
  stop(): Promise<void>
}

const unreachable: Outside = {
  fetch: (request) => Promise.reject(new Error(`nobody answers at ${request.url}`)),
}

/**
 * Starts a control plane and resolves when it is ready: roles, namespaces and controllers exist. Rejects with an error that
 * names the flag if the configuration is invalid.
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const clock = options.clock ?? createControllableClock(createSystemClock())
  const store = await (options.openStore?.(clock) ?? createMemoryStore({ clock }))
  const files = options.files ?? {}
  const controlPlane = await createControlPlane({
    store,
    clock,
    crypto: globalThis.crypto,
    random: cryptoRandom(globalThis.crypto),
    outside: options.outside ?? unreachable,
    argv: options.flags ?? [],
    files: {
      read: (name) => {
        const text = files[name]
        return text === undefined ? Promise.reject(new Error(`no file ${name}`)) : Promise.resolve(text)
      },
    },
    keys: options.keys ?? createMemoryKeyStore(),
    serverUrl: options.serverUrl ?? 'https://orchard.invalid',
    log: (message) => options.log?.(message),
  })
  await controlPlane.ready
  const as = (user: UserInfo): Client =>
    new Client((request) => controlPlane.fetch(request, { remote: 'library', secure: true, user }))
  return {
    controlPlane,
    store,
    clock,
    admin: as(CLUSTER_ADMIN),
    as,
    async stop() {
      await controlPlane.stop()
      await store.close()
    },
  }
}
