import { decodeText } from '../../machinery/base64'
import type { Clock } from '../../machinery/clock'
import type { ClientCredentials } from '../../machinery/client-config'
import type { GroupResource, ObjectReader } from '../../machinery/reader'
import type { Outside, OutsideTrust } from '../plugin'
import type { CredentialsFor } from './credentials'
import type { ClientConfig } from './registration'

/** A callback that gave no answer that can be used; the failure policy decides what that means. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  constructor(callback: string, why: string) {
    super(`failed calling webhook "${callback}": ${why}`)
  }
}

const SERVICES: GroupResource = { group: '', resource: 'services' }
const DEFAULT_PORT = 443

interface ServiceSpec {
  readonly type?: string
  readonly clusterIP?: string
  readonly externalName?: string
  readonly ports?: readonly { readonly port?: number }[]
}

interface Address {
  readonly url: URL
  /** Host and port by which credentials are chosen. */
  readonly target: string
  readonly serverName?: string
}

/** Where a callback is. A service is called by its name in the cluster, one of type ExternalName where that leads. Throws Error. */
export function addressOf({ url: text, service }: ClientConfig, reader: ObjectReader): Address {
  if (text !== undefined) {
    const url = new URL(text)
    return { url, target: `${url.hostname}:${url.port || DEFAULT_PORT}` }
  }
  const { name = '', namespace = '', path = '', port = DEFAULT_PORT } = service ?? {}
  const serverName = `${name}.${namespace}.svc`
  const url = new URL(`https://${hostOf(reader, namespace, name, port) ?? serverName}:${port}`)
  url.pathname = path
  return { url, target: `${serverName}:${port}`, serverName }
}

function hostOf(reader: ObjectReader, namespace: string, name: string, port: number): string | undefined {
  const service = reader.get(SERVICES, namespace, name)
  if (!service) throw new Error(`service "${name}" not found`)
  const { type = 'ClusterIP', clusterIP, externalName, ports = [] } = (service.spec ?? {}) as ServiceSpec
  if (type === 'ExternalName') return externalName
  if (type === 'ClusterIP' && clusterIP === 'None') throw new Error('cannot route to service with ClusterIP "None"')
  if (!ports.some((one) => one.port === port)) throw new Error(`no service port ${port} found for service "${name}"`)
  return undefined
}

const trustOf = (
  { caBundle }: ClientConfig,
  { serverName }: Address,
  { clientCertificate, clientKey }: ClientCredentials,
): OutsideTrust => ({
  ...(caBundle && { ca: decodeText(caBundle) }),
  ...(serverName !== undefined && { serverName }),
  ...(clientCertificate !== undefined && { clientCertificate }),
  ...(clientKey !== undefined && { clientKey }),
})

export interface CallerParts {
  readonly outside: Outside
  readonly clock: Clock
  readonly reader: ObjectReader
  readonly credentials: CredentialsFor
}

/**
 * Posts a question to a callback and returns the JSON of its answer. Gives up, and lets go of the connection, when the time is over
 * or the client has left. Rejects with an error that says what went wrong.
 */
export async function post(
  { outside, clock, reader, credentials }: CallerParts,
  config: ClientConfig,
  question: unknown,
  timeoutMs: number,
  client: AbortSignal,
): Promise<unknown> {
  const address = addressOf(config, reader)
  const chosen = credentials(address.target)
  const url = new URL(address.url)
  url.searchParams.set('timeout', `${Math.ceil(timeoutMs / 1000)}s`)
  const limit = new AbortController()
  const stop = (reason: unknown) => limit.abort(reason)
  const leave = () => stop(client.reason)
  if (client.aborted) leave()
  client.addEventListener('abort', leave, { once: true })
  const cancel = clock.setTimer(timeoutMs, () => stop(new Error(`no answer within ${timeoutMs / 1000} seconds`)))
  try {
    // Whoever answers may not heed the signal; nobody waits for them any longer.
    return await Promise.race([aborted(limit.signal), exchange()])
  } catch (error) {
    const why = limit.signal.aborted ? (limit.signal.reason as unknown) : error
    throw new Error(`Post "${url.href}": ${why instanceof Error ? why.message : String(why)}`, { cause: why })
  } finally {
    cancel()
    client.removeEventListener('abort', leave)
  }

  async function exchange(): Promise<unknown> {
    const request = new Request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, */*',
        ...(chosen.authorization !== undefined && { authorization: chosen.authorization }),
      },
      body: JSON.stringify(question),
      signal: limit.signal,
    })
    const response = await outside.fetch(request, trustOf(config, address, chosen))
    if (!response.ok) throw new Error(`the server answered with status ${response.status}`)
    const text = await response.text()
    try {
      return JSON.parse(text) as unknown
    } catch (error) {
      throw new Error(`the answer is not JSON: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const refuse = () => reject(signal.reason as Error)
    if (signal.aborted) refuse()
    signal.addEventListener('abort', refuse, { once: true })
  })
