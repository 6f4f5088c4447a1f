import { type ControlPlane, createControlPlane } from '../control-plane'
import { Client } from '../client/client'
import type { Outside } from '../machinery/egress'
import type { Clock } from '../machinery/clock'
import { type ControllableClock, createControllableClock } from '../machinery/controllable-clock'
import { cryptoRandom } from '../machinery/random'
import { requestWith } from '../machinery/request'
import { createSystemClock } from '../machinery/system-clock'
import { CLUSTER_ADMIN, type UserInfo } from '../machinery/user'
import { createMemoryKeyStore } from '../pki/key-store'
import { createMemoryStore } from '../store/memory'
import type { Store } from '../store/store'
import { writeJson } from '../machinery/json-text'

/** A header line each. */
export type SentHeaders = Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[]
const linesOf = (headers: SentHeaders): [string, string][] =>
  Symbol.iterator in headers ? headers.map(([name, value]) => [name, value]) : Object.entries(headers)

export interface TestCluster {
  readonly controlPlane: ControlPlane
  readonly store: Store
  readonly clock: ControllableClock
  /** The cluster's administrator. */
  readonly admin: Client
  /** Somebody whose connection the front door has identified. */
  as(user: UserInfo): Client
  /** A request as it comes over the wire (a text or bytes as they are, anything else as JSON), without an identity of its connection. */
  send(method: string, path: string, body?: unknown, headers?: SentHeaders): Promise<Response>
  /** What the control plane has told its operator. */
  readonly messages: readonly string[]
  stop(): Promise<void>
}

/** Most tests are not about who may do what: those that are say so. */
const ALLOW_ALL = '--authorization-mode=AlwaysAllow'

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
  const clock = createControllableClock(createSystemClock())
  const store = await openStore(clock)
  const messages: string[] = []
  const controlPlane = await createControlPlane({
    store,
    clock,
    crypto: globalThis.crypto,
    random: cryptoRandom(globalThis.crypto),
    outside: outside ?? { fetch: (request) => Promise.reject(new Error(`nobody answers at ${request.url}`)) },
    argv: argv.some((word) => word.startsWith('--authorization-mode')) ? argv : [...argv, ALLOW_ALL],
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
    clock,
    messages,
    admin: as(CLUSTER_ADMIN),
    as,
    send: (method, path, body, headers = {}) => {
      const lines = linesOf(headers)
      const typed = body === undefined || lines.some(([name]) => name.toLowerCase() === 'content-type')
      return controlPlane.fetch(
        requestWith(`http://orchard.invalid${path}`, {
          method,
          headers: typed ? lines : [['content-type', 'application/json'], ...lines],
          ...(body !== undefined && { body: bodyOf(body) }),
        }),
        { remote: 'test', secure: true },
      )
    },
    stop: async () => {
      await controlPlane.stop()
      await store.close()
    },
  }
}

const bodyOf = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array ? (body as string | Uint8Array<ArrayBuffer>) : writeJson(body)

/** A control plane of one release (`1.20`) whose administrator asks as clients do: with a token, for answers as they come. */
export async function startAdminsCluster(release: string): Promise<TestCluster> {
  const cluster = await startCluster([`--release=${release}`, '--token-auth-file=tokens'], {
    files: { tokens: 'admin,admin,1,"system:masters"\n' },
  })
  return {
    ...cluster,
    send: (method, path, body, headers = {}) =>
      cluster.send(method, path, body, [...linesOf(headers), ['authorization', 'Bearer admin']]),
  }
}
