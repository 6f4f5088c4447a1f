import { ApiError, badRequest, invalidObject, notFoundError } from '../../machinery/api-error'
import { type FieldError, invalid } from '../../machinery/field-error'
import type { ApiObject } from '../../machinery/object'
import type { ServedType } from '../../registry/resource-type'
import type { RequestContext } from '../context'
import type { Server } from '../server'
import { admissionRequest } from './write-call'

interface Container {
  name: string
}
interface PodSpec {
  nodeName?: string
  containers?: Container[]
  initContainers?: Container[]
  ephemeralContainers?: Container[]
}

/** What a connect request asks for, from its query: an options object that admission sees. */
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
 * exec, attach, portforward and proxy: admitted as CONNECT, then handed to the world outside. A cluster without nodes has
 * nobody to connect to, and says what a server without an agent to dial says.
 */
export async function connect(server: Server, context: RequestContext, type: ServedType): Promise<Response> {
  const { name, namespace, subresource } = context.info
  const options = optionsOf(context, type)
  const request = admissionRequest(
    server,
    context,
    type,
    { name, subresource, dryRun: false, kind: { group: '', version: 'v1', kind: String(options.kind) } },
    'CONNECT',
    options,
    undefined,
  )
  await server.admission.mutate(request, context.tracer)
  await server.admission.validate(request, context.tracer)
  const [target = '', port = ''] = subresource === 'proxy' ? splitTarget(name) : [name]
  const object = server.reader.get(
    { group: '', resource: type.resource },
    type.namespaced ? namespace : undefined,
    target,
  )
  if (!object) throw notFoundError(type, target)
  if (type.resource === 'pods' && subresource !== 'proxy' && subresource !== 'portforward')
    containerOf(object, context.query.get('container') ?? '')
  const address = addressOf(object, type.resource, port)
  if (address === undefined) throw unreachable(object, type.resource)
  const path = typeof options.path === 'string' ? options.path : `/${subresource}`
  const outgoing = new Request(`http://${address}${path.startsWith('/') ? path : `/${path}`}${context.url.search}`, {
    method: context.request.method,
    headers: forwardable(context.request.headers),
    signal: context.signal,
    ...(context.request.body && { body: await context.request.arrayBuffer() }),
  })
  try {
    return new Response((await server.outside.fetch(outgoing)).body)
  } catch (error) {
    throw new ApiError(
      503,
      'ServiceUnavailable',
      `error trying to reach service: ${error instanceof Error ? error.message : String(error)}`,
      {},
    )
  }
}

/** `scheme:name:port`, `name:port` or `name`. */
function splitTarget(text: string): string[] {
  const parts = text.split(':')
  return parts.length === 3 ? parts.slice(1) : parts
}

function addressOf(object: ApiObject, resource: string, port: string): string | undefined {
  if (resource === 'pods') {
    const { podIP } = (object.status ?? {}) as { podIP?: string }
    return podIP && `${podIP}:${port || 80}`
  }
  if (resource === 'nodes') {
    const { addresses = [] } = (object.status ?? {}) as { addresses?: { type: string; address: string }[] }
    const address = addresses.find(({ type }) => type === 'InternalIP')?.address
    return address && `${address}:${port || 10250}`
  }
  const { clusterIP } = (object.spec ?? {}) as { clusterIP?: string }
  return clusterIP && clusterIP !== 'None' ? `${clusterIP}:${port || 80}` : undefined
}

function unreachable(object: ApiObject, resource: string): ApiError {
  const name = object.metadata.name ?? ''
  if (resource === 'pods') {
    const { nodeName } = object.spec as PodSpec
    return nodeName
      ? new ApiError(
          500,
          'InternalError',
          `error dialing backend: no agent answers for node "${nodeName}": this cluster is simulated`,
          {},
        )
      : badRequest(`pod ${name} does not have a host assigned`)
  }
  return new ApiError(503, 'ServiceUnavailable', `no endpoints available for ${resource.slice(0, -1)} "${name}"`, {})
}

const HOP_HEADERS = new Set(['authorization', 'host', 'connection', 'content-length', 'upgrade', 'transfer-encoding'])
const forwardable = (headers: Headers): [string, string][] => [...headers].filter(([name]) => !HOP_HEADERS.has(name))

function containerOf(pod: ApiObject, asked: string): string {
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

const LOG_OPTIONS: readonly { name: string; least: number }[] = [
  { name: 'tailLines', least: 0 },
  { name: 'limitBytes', least: 1 },
  { name: 'sinceSeconds', least: 1 },
]

/** GET of a pod's log: there is none before an agent runs the pod. */
export async function getLog(server: Server, context: RequestContext, type: ServedType): Promise<Response> {
  const { name, namespace } = context.info
  const { query } = context
  const errors: FieldError[] = []
  for (const { name: option, least } of LOG_OPTIONS) {
    const text = query.get(option)
    if (text === null || text === '') continue
    if (!/^-?\d+$/.test(text)) throw badRequest(`query parameter ${option}: "${text}" is not a whole number`)
    if (Number(text) < least) errors.push(invalid(option, Number(text), `must be greater than or equal to ${least}`))
  }
  if (query.get('sinceTime') && query.get('sinceSeconds'))
    errors.push({
      reason: 'FieldValueForbidden',
      field: '',
      message: 'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    })
  const pod = server.reader.get({ group: '', resource: 'pods' }, namespace, name)
  if (!pod) throw notFoundError(type, name)
  if (errors.length) throw invalidObject({ group: '', kind: 'PodLogOptions' }, name, errors)
  const container = containerOf(pod, query.get('container') ?? '')
  const { nodeName } = pod.spec as PodSpec
  // A pod that no node runs has written nothing.
  if (!nodeName) return new Response('', { headers: { 'content-type': 'text/plain' } })
  throw new ApiError(
    500,
    'InternalError',
    `Get "https://${nodeName}:10250/containerLogs/${namespace}/${name}/${container}": no agent answers for node "${nodeName}": this cluster is simulated`,
    {},
  )
}
