import { ApiError, badRequest, notFoundError, unclassifiedError } from '../../machinery/api-error'
import { parseIp } from '../../machinery/ip'
import { escapeTarget } from '../../machinery/request-target'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import type { ServedType } from '../../registry/resource-type'
import type { RequestContext } from '../context'
import type { RequestScope } from './request-scope'
import type { Server } from '../server'
import { admissionRequest } from './write-call'

const NODES = { group: '', resource: 'nodes' }
const SERVICES = { group: '', resource: 'services' }
const ENDPOINTS = { group: '', resource: 'endpoints' }

interface Container {
  name: string
  ports?: { containerPort: number }[]
}
export interface PodSpec {
  nodeName?: string
  containers?: Container[]
  initContainers?: Container[]
  ephemeralContainers?: Container[]
}

/** The options object of a connect request, read from its query; admission sees it. */
const OPTIONS: Readonly<
  Record<string, { kind: string; list?: readonly string[]; flags?: readonly string[]; texts?: readonly string[] }>
> = {
  exec: {
    kind: 'PodExecOptions',
    list: ['command'],
    flags: ['stdin', 'stdout', 'stderr', 'tty'],
    texts: ['container'],
  },
  attach: { kind: 'PodAttachOptions', flags: ['stdin', 'stdout', 'stderr', 'tty'], texts: ['container'] },
  portforward: { kind: 'PodPortForwardOptions' },
  'pods/proxy': { kind: 'PodProxyOptions' },
  'services/proxy': { kind: 'ServiceProxyOptions' },
  'nodes/proxy': { kind: 'NodeProxyOptions' },
}

function optionsOf(context: RequestContext, type: ServedType): ApiObject {
  const { subresource, rest } = context.info
  const shape = OPTIONS[subresource] ?? OPTIONS[`${type.resource}/${subresource}`] ?? { kind: 'PodProxyOptions' }
  const { query } = context
  const options: Record<string, unknown> = { kind: shape.kind, apiVersion: 'v1' }
  for (const name of shape.texts ?? []) if (query.get(name)) options[name] = query.get(name)
  for (const name of shape.flags ?? []) if (query.has(name)) options[name] = !/^(false|0)$/i.test(query.get(name) ?? '')
  for (const name of shape.list ?? []) if (query.has(name)) options[name] = query.getAll(name)
  if (subresource === 'portforward' && query.has('ports'))
    options.ports = query
      .getAll('ports')
      .flatMap((text) => text.split(','))
      .map(Number)
  if (subresource === 'proxy') options.path = `/${rest}`.replace(/^\/$/, '') || query.get('path') || ''
  if (options.path === '') delete options.path
  return options as unknown as ApiObject
}

/**
 * exec, attach, portforward and proxy, admitted as CONNECT. Proxied requests go to the outside world; the others need a node agent. Without
 * one, the answer is that of a real server that can't reach the node.
 */
export async function connect(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  const { name, namespace, subresource } = context.info
  const options = optionsOf(context, type)
  const request = admissionRequest(
    scope,
    { name, subresource, dryRun: false, kind: { group: '', version: 'v1', kind: String(options.kind) } },
    'CONNECT',
    options,
    undefined,
  )
  await server.admission.mutate(request, context.tracer)
  await server.admission.validate(request, context.tracer)
  if (subresource !== 'proxy') {
    const pod = found(server, type, namespace, name)
    if (subresource !== 'portforward') containerOf(pod, context.query.get('container') ?? '')
    const { nodeName } = pod.spec as PodSpec
    if (!nodeName) throw badRequest(`pod ${name} does not have a host assigned`)
    const address = nodeAddress(server, nodeName)
    if (!context.request.headers.has('upgrade')) throw badRequest('Upgrade request required')
    throw unclassifiedError(`error dialing backend: nobody answers at ${address}: this cluster is simulated`)
  }
  const address = proxyAddress(server, type, namespace, name)
  const path = typeof options.path === 'string' ? options.path : `/${subresource}`
  const outgoing = new Request(
    `http://${address}${escaped(path.startsWith('/') ? path : `/${path}`)}${context.target.search}`,
    {
      method: context.request.method,
      headers: forwardable(context.request.headers),
      signal: context.workSignal,
      ...(context.request.body && { body: await context.request.arrayBuffer() }),
    },
  )
  try {
    return new Response((await server.outside.fetch(outgoing)).body)
  } catch (error) {
    throw new ApiError(503, 'ServiceUnavailable', `error trying to reach service: ${messageOf(error)}`, {})
  }
}

/** Escapes a decoded path for use in a URL. */
const escaped = (path: string): string =>
  escapeTarget(path.replace(/[%?]/g, (character) => encodeURIComponent(character)))

/** `scheme:name:port`, `name:port` or `name`. */
function splitTarget(text: string, resource: string): readonly [name: string, port: string] {
  const parts = text.split(':')
  const [name = '', port = ''] = parts.length === 3 ? parts.slice(1) : parts
  const known = parts.length < 3 || ['', 'http', 'https'].includes(parts[0] ?? '')
  if (parts.length > 3 || !known || name === '')
    throw badRequest(`invalid ${resource.slice(0, -1)} request ${JSON.stringify(text)}`)
  return [name, port]
}

function found(server: Server, type: ServedType, namespace: string, name: string): ApiObject {
  const kind = { group: '', resource: type.resource }
  const object = server.reader.get(kind, type.namespaced ? namespace : undefined, name)
  if (!object) throw notFoundError(type, name)
  return object
}

const PREFERRED = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP']
const AGENT_PORT = 10250

/** The address of a node's agent. */
export function nodeAddress(server: Server, name: string, port = ''): string {
  const node = server.reader.get(NODES, undefined, name)
  if (!node) throw notFoundError(NODES, name)
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

function proxyAddress(server: Server, type: ServedType, namespace: string, text: string): string {
  const [name, port] = splitTarget(text, type.resource)
  if (type.resource === 'nodes') return nodeAddress(server, name, port)
  if (type.resource === 'services') return endpointAddress(server, type, namespace, name, port)
  const pod = found(server, type, namespace, name)
  const { containers = [] } = pod.spec as PodSpec
  const own = containers.flatMap(({ ports = [] }) => ports)[0]?.containerPort
  const { podIP } = (pod.status ?? {}) as { podIP?: string }
  return `${reachable(podIP)}:${port || own || 80}`
}

const HOP_HEADERS = new Set(['authorization', 'host', 'connection', 'content-length', 'upgrade', 'transfer-encoding'])
const forwardable = (headers: Headers): [string, string][] => [...headers].filter(([name]) => !HOP_HEADERS.has(name))

/** The container that a request means: the named one, or the only one. @throws ApiError */
export function containerOf(pod: ApiObject, asked: string): string {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = pod.spec as PodSpec
  const all = [...containers, ...initContainers, ...ephemeralContainers].map(({ name }) => name)
  const name = pod.metadata.name ?? ''
  if (asked === '') {
    if (containers.length === 1) return containers[0]?.name ?? ''
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${all.join(' ')}]`)
  }
  if (!all.includes(asked)) throw badRequest(`container ${asked} is not valid for pod ${name}`)
  return asked
}
