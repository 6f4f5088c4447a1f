import { type Cluster, startCluster as start } from '../library/cluster'
import type { Clock } from '../machinery/clock'
import type { Outside } from '../machinery/egress'
import { writeJson } from '../machinery/json-text'
import { requestWith } from '../machinery/request'
import type { Store } from '../store/store'
import { until } from './until'

/** A header line each. */
export type SentHeaders = Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[]
const linesOf = (headers: SentHeaders): [string, string][] =>
  Symbol.iterator in headers ? headers.map(([name, value]) => [name, value]) : Object.entries(headers)

export interface TestCluster extends Cluster {
  /** A request as it comes over the wire (a text or bytes as they are, anything else as JSON), without an identity of its connection. */
  send(method: string, path: string, body?: unknown, headers?: SentHeaders): Promise<Response>
  /** What the control plane has told its operator. */
  readonly messages: readonly string[]
}

/** Most tests are not about who may do what: those that are say so. */
const ALLOW_ALL = '--authorization-mode=AlwaysAllow'

/** Tests that name no release speak of this one, whatever the product's default is. */
const TESTED_RELEASE = '--release=1.25'

const withFlag = (argv: readonly string[], flag: string): readonly string[] => {
  const [name = flag] = flag.split('=')
  return argv.some((word) => word === name || word.startsWith(`${name}=`)) ? argv : [...argv, flag]
}

/**
 * A whole control plane in memory, ready to be asked. Files of flags are given by name. Serves release 1.25 and allows everything
 * unless `argv` says otherwise.
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
  // Without it pods are refused; clusters that are told which controllers run may have none to make it.
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

/** Makes a namespace and waits until pods may be created in it. */
export async function createNamespace({ admin, store }: Cluster, name: string): Promise<void> {
  await admin.create({ group: '', version: 'v1', resource: 'namespaces' }, { metadata: { name } })
  await defaultAccount(store, name)
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
