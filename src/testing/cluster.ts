import { type ControlPlane, createControlPlane } from '../control-plane'
import { Client } from '../client/client'
import type { Outside } from '../admission/plugin'
import type { Clock } from '../machinery/clock'
import { createHeldClock } from '../machinery/held-clock'
import { cryptoRandom } from '../machinery/random'
import { createSystemClock } from '../machinery/system-clock'
import { CLUSTER_ADMIN, type UserInfo } from '../machinery/user'
import { createMemoryKeyStore } from '../pki/key-store'
import { createMemoryStore } from '../store/memory'
import type { Store } from '../store/store'

export interface TestCluster {
  readonly controlPlane: ControlPlane
  readonly store: Store
  /** The cluster's administrator. */
  readonly admin: Client
  /** Somebody whose connection the front door has identified. */
  as(user: UserInfo): Client
  /** A request as it comes over the wire, without an identity of its connection. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  stop(): Promise<void>
}

/** A whole control plane in memory, ready to be asked. Files of flags are given by name. */
export async function startCluster(
  argv: readonly string[] = [],
  {
    files = {},
    outside,
    openStore = async (clock) => createMemoryStore({ clock }),
  }: {
    files?: Readonly<Record<string, string>>
    outside?: Outside
    openStore?: (clock: Clock) => Promise<Store>
  } = {},
): Promise<TestCluster> {
  const clock = createHeldClock(createSystemClock())
  const store = await openStore(clock)
  const messages: string[] = []
  const controlPlane = await createControlPlane({
    store,
    clock,
    crypto: globalThis.crypto,
    random: cryptoRandom(globalThis.crypto),
    outside: outside ?? { fetch: (request) => Promise.reject(new Error(`nobody answers at ${request.url}`)) },
    argv,
    files: {
      read: (name) => {
        const text = files[name]
        return text === undefined ? Promise.reject(new Error(`no file ${name}`)) : Promise.resolve(text)
      },
    },
    keys: createMemoryKeyStore(),
    serverUrl: 'https://orchard.invalid',
    log: (message) => messages.push(message),
  })
  await controlPlane.ready
  const as = (user: UserInfo) =>
    new Client((request) => controlPlane.fetch(request, { remote: 'test', secure: true, user }))
  return {
    controlPlane,
    store,
    admin: as(CLUSTER_ADMIN),
    as,
    send: (method, path, body, headers = {}) =>
      controlPlane.fetch(
        new Request(`http://orchard.invalid${path}`, {
          method,
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
        { remote: 'test', secure: true },
      ),
    stop: async () => {
      await controlPlane.stop()
      await store.close()
    },
  }
}

/** A control plane of one release (`1.20`) whose administrator asks as clients do: with a token, for answers as they come. */
export async function startAdminsCluster(release: string): Promise<TestCluster> {
  const cluster = await startCluster([`--release=${release}`, '--token-auth-file=tokens'], {
    files: { tokens: 'admin,admin,1,"system:masters"\n' },
  })
  return {
    ...cluster,
    send: (method, path, body, headers) =>
      cluster.send(method, path, body, { authorization: 'Bearer admin', ...headers }),
  }
}
