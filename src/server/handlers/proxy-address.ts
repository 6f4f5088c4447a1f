import { ApiError, badRequest, notFoundError, type ResourceName, unclassifiedError } from '../../machinery/api-error'
import { parseIp } from '../../machinery/ip'
import type { ApiObject } from '../../machinery/object'
import type { ServedType } from '../../registry/resource-type'
import type { Server } from '../server'

const NODES = { group: '', resource: 'nodes' }

const SERVICES = { group: '', resource: 'services' }

const ENDPOINTS = { group: '', resource: 'endpoints' }

interface Container {
  name: string
  ports?: { containerPort: number }[]
}

/** The fields of a pod's spec that choose where connections to its containers go. */
export interface PodSpec {
  nodeName?: string
  containers?: Container[]
  initContainers?: Container[]
  ephemeralContainers?: Container[]
}

/** `scheme:name:port`, `name:port` or `name`. */
function splitTarget(text: string, resource: string): readonly [name: string, port: string] {
  const parts = text.split(':')
  const [name = '', port = ''] = parts.length === 3 ? parts.slice(1) : parts
  const known = parts.length < 3 || ['', 'http', 'https'].includes(parts[0] ?? '')
  if (parts.length > 3 || !known || name === '')
    throw badRequest(`invalid ${resource.slice(0, -1)} request ${JSON.stringify(text)}`)
  return [name, port]
}

/** An object that must exist. @throws NotFound */
export function found(server: Server, type: ServedType, namespace: string, name: string): ApiObject {
  const kind = { group: '', resource: type.resource }
  const object = server.reader.get(kind, type.namespaced ? namespace : undefined, name)
  if (!object) throw notFoundError(type, name)
  return object
}

const PREFERRED = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP']

const AGENT_PORT = 10250

/** The address of a node's agent. A missing node is reported as an object of the requested resource, `asked`, as real servers do. */
export function nodeAddress(server: Server, name: string, asked: ResourceName, port = ''): string {
  const node = server.reader.get(NODES, undefined, name)
  if (!node) throw notFoundError(asked, name)
  const { addresses = [], daemonEndpoints } = (node.status ?? {}) as {
    addresses?: { type: string; address: string }[]
    daemonEndpoints?: { kubeletEndpoint?: { Port?: number } }
  }
  for (const preferred of PREFERRED) {
    const address = addresses.find(({ type }) => type === preferred)?.address
    if (address) return `${address}:${port || daemonEndpoints?.kubeletEndpoint?.Port || AGENT_PORT}`
  }
  throw unclassifiedError(`no preferred addresses found; known addresses: ${JSON.stringify(addresses)}`)
}

/** Returns the address, but refuses loopback and link-local ones, so that a proxy can't reach the machine itself. */
function reachable(ip: string | undefined): string {
  const bytes = parseIp(ip ?? '')
  const isLocal =
    bytes && (bytes.length === 4 ? [0, 127, 169].includes(bytes[0] ?? 0) : /^(::1?$|fe[89ab])/i.test(ip ?? ''))
  if (!ip || !bytes || isLocal) throw badRequest('address not allowed')
  return bytes.length === 16 ? `[${ip}]` : ip
}

interface Subset {
  addresses?: { ip: string }[]
  ports?: { name?: string; port: number }[]
}

/** The first endpoint of a service's port, which is given by name or number. */
function endpointAddress(server: Server, type: ServedType, namespace: string, name: string, asked: string): string {
  const unavailable = (why: string) => new ApiError(503, 'ServiceUnavailable', why)
  let portName = asked
  if (/^[+-]?\d+$/.test(asked)) {
    const { ports = [] } = (found(server, type, namespace, name).spec ?? {}) as {
      ports?: { name?: string; port: number }[]
    }
    const port = ports.find((one) => one.port === Number(asked))
    if (!port) throw unavailable(`no service port ${asked} found for service "${name}"`)
    portName = port.name ?? ''
  }
  const endpoints = server.reader.get(ENDPOINTS, namespace, name)
  if (!endpoints) throw notFoundError(SERVICES, name)
  for (const { addresses = [], ports = [] } of (endpoints as unknown as { subsets?: Subset[] }).subsets ?? []) {
    const port = ports.find((one) => (one.name ?? '') === portName)
    if (addresses[0] && port) return `${reachable(addresses[0].ip)}:${port.port}`
  }
  throw unavailable(`no endpoints available for service "${name}"`)
}

/** The address that a proxied request goes to. `text` is the name, with scheme and port if the client gave them. */
export function proxyAddress(server: Server, type: ServedType, namespace: string, text: string): string {
  const [name, port] = splitTarget(text, type.resource)
  if (type.resource === 'nodes') return nodeAddress(server, name, type, port)
  if (type.resource === 'services') return endpointAddress(server, type, namespace, name, port)
  const pod = found(server, type, namespace, name)
  const { containers = [] } = pod.spec as PodSpec
  const own = containers.flatMap(({ ports = [] }) => ports)[0]?.containerPort
  const { podIP } = (pod.status ?? {}) as { podIP?: string }
  return `${reachable(podIP)}:${port || own || 80}`
}
