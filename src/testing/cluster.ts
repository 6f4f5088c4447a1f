import { NAMESPACES } from '../client/core-targets'
import { type Cluster, startCluster as start } from '../library/cluster'
import type { Clock } from '../machinery/clock'
import type { Outside } from '../machinery/egress'
import { writeJson } from '../machinery/json-text'
import { requestWith } from '../machinery/request'
import type { Store } from '../store/store'
import { until } from './until'

/** One header line each. */
export type SentHeaders = Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[]
const linesOf = (headers: SentHeaders): [string, string][] =>
  Symbol.iterator in headers ? headers.map(([name, value]) => [name, value]) : Object.entries(headers)

/** A whole control plane in memory on a fake clock, and ways to send requests to it. */
export interface TestCluster extends Cluster {
  /**
   * Sends a request as received over the wire (text and bytes unchanged, anything else as JSON), without an identity from the
   * connection.
   */
  send(method: string, path: string, body?: unknown, headers?: SentHeaders): Promise<Response>
  /** Messages from the control plane to its operator. */
  readonly messages: readonly string[]
}

/** Most tests are not about authorization; those that are set another mode. */
const ALLOW_ALL = '--authorization-mode=AlwaysAllow'

/** Release for tests that name none, independent of the product's default. */
const TESTED_RELEASE = '--release=1.25'

const withFlag = (argv: readonly string[], flag: string): readonly string[] => {
  const [name = flag] = flag.split('=')
  return argv.some((word) => word === name || word.startsWith(`${name}=`)) ? argv : [...argv, flag]
}

/**
 * Starts a complete control plane in memory and resolves when it is ready. `files` holds files named in flags. Serves release
 * 1.25 and allows everything unless `argv` says otherwise.
 */
export async function startCluster(
  argv: readonly string[] = [],
  {
    files = {},
    outside,
    openStore,
  }: {
    files?: Readonly<Record<string, string>>
    outside?: Outside
    openStore?: (clock: Clock) => Promise<Store>
  } = {},
): Promise<TestCluster> {
  const messages: string[] = []
  const cluster = await start({
    flags: withFlag(withFlag(argv, ALLOW_ALL), TESTED_RELEASE),
    files,
    ...(outside && { outside }),
    ...(openStore && { openStore }),
    log: (message) => messages.push(message),
  })
  // Pods need the default service account, but a cluster with an explicit list of controllers may have none that
  // creates it.
  if (!argv.some((word) => /^--(controllers|runtime-config|disable-admission-plugins)\b/.test(word)))
    await defaultAccount(cluster.store, 'default')
  return {
    ...cluster,
    messages,
    send: (method, path, body, headers = {}) => {
      const lines = linesOf(headers)
      const typed = body === undefined || lines.some(([name]) => name.toLowerCase() === 'content-type')
      return cluster.controlPlane.fetch(
        requestWith(`http://orchard.invalid${path}`, {
          method,
          headers: typed ? lines : [['content-type', 'application/json'], ...lines],
          ...(body !== undefined && { body: bodyOf(body) }),
        }),
        { remote: 'test', secure: true },
      )
    },
  }
}

const defaultAccount = (store: Store, namespace: string): Promise<boolean> =>
  until(() => store.get(`/core/serviceaccounts/${namespace}/default`) !== undefined, Boolean)

/** Creates a namespace and waits until pods can be created in it. */
export async function createNamespace({ admin, store }: Cluster, name: string): Promise<void> {
  await admin.create(NAMESPACES, { metadata: { name } })
  await defaultAccount(store, name)
}

const bodyOf = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array ? (body as string | Uint8Array<ArrayBuffer>) : writeJson(body)

/**
 * A control plane of one release (`1.20`) whose administrator sends requests as clients do: with a token, reading answers as
 * streams.
 */
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
