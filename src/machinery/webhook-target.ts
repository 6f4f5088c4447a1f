import { decodeText } from './base64'
import type { ClientConnection, ClientCredentials } from './client-config'
import type { OutsideTrust } from './egress'
import type { GroupResource, ObjectReader } from './reader'

/** URL, trust and credentials of a webhook. */
export interface WebhookTarget {
  readonly url: URL
  readonly trust: OutsideTrust
  /** Value of the Authorization header. */
  readonly authorization?: string
}

/** How an object refers to its webhook: by URL, or as a service of the cluster. */
export interface WebhookClientConfig {
  readonly url?: string
  readonly service?: {
    readonly namespace?: string
    readonly name?: string
    readonly path?: string
    readonly port?: number
  }
  /** PEM, base64-encoded. */
  readonly caBundle?: string
}

const SERVICES: GroupResource = { group: '', resource: 'services' }
/** Port of a webhook that specifies none. */
export const DEFAULT_PORT = 443

interface ServiceSpec {
  readonly type?: string
  readonly clusterIP?: string
  readonly externalName?: string
  readonly ports?: readonly { readonly port?: number }[]
}

/** The target from a client configuration file. */
export const targetOfConnection = (connection: ClientConnection): WebhookTarget => ({
  url: new URL(connection.server),
  ...presenting(connection, { ca: connection.ca, serverName: connection.serverName }),
})

/**
 * The target that an object refers to. A service is addressed by its cluster DNS name, one of type ExternalName by the name it refers to.
 * `credentials` are looked up by host and port.
 * @throws Error if the service does not exist or can't be called
 */
export function targetOfClientConfig(
  { url: text, service, caBundle }: WebhookClientConfig,
  reader: Pick<ObjectReader, 'get'>,
  credentials: (hostAndPort: string) => ClientCredentials = () => ({}),
): WebhookTarget {
  const ca = caBundle ? decodeText(caBundle) : undefined
  if (text !== undefined) {
    const url = new URL(text)
    return { url, ...presenting(credentials(`${url.hostname}:${url.port || DEFAULT_PORT}`), { ca }) }
  }
  const { name = '', namespace = '', path = '', port = DEFAULT_PORT } = service ?? {}
  const serverName = `${name}.${namespace}.svc`
  const url = new URL(`https://${externalHost(reader, namespace, name, port) ?? serverName}:${port}`)
  url.pathname = path
  return { url, ...presenting(credentials(`${serverName}:${port}`), { ca, serverName }) }
}

function presenting(
  { clientCertificate, clientKey, authorization }: ClientCredentials,
  { ca, serverName }: { readonly ca?: string | undefined; readonly serverName?: string | undefined },
): Omit<WebhookTarget, 'url'> {
  const trust = {
    ...(ca !== undefined && { ca }),
    ...(serverName !== undefined && { serverName }),
    ...(clientCertificate !== undefined && { clientCertificate }),
    ...(clientKey !== undefined && { clientKey }),
  }
  return { trust, ...(authorization !== undefined && { authorization }) }
}

function externalHost(
  reader: Pick<ObjectReader, 'get'>,
  namespace: string,
  name: string,
  port: number,
): string | undefined {
  const service = reader.get(SERVICES, namespace, name)
  if (!service) throw new Error(`service "${name}" not found`)
  const { type = 'ClusterIP', clusterIP, externalName, ports = [] } = (service.spec ?? {}) as ServiceSpec
  if (type === 'ExternalName') return externalName
  if (type === 'ClusterIP' && clusterIP === 'None') throw new Error('cannot route to service with ClusterIP "None"')
  if (!ports.some((one) => one.port === port)) throw new Error(`no service port ${port} found for service "${name}"`)
  return undefined
}
