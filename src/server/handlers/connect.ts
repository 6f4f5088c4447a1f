import { behaves } from '../../api/releases/ledger'
import { ApiError, badRequest, unclassifiedError } from '../../machinery/api-error'
import { escapeTarget } from '../../machinery/request-target'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import type { ServedType } from '../../registry/resource-type'
import { authorizeOrThrow } from '../authorize'
import type { RequestContext } from '../context'
import type { RequestScope } from './request-scope'
import { admissionRequest } from './write-call'
import { type PodSpec, found, nodeAddress, proxyAddress } from './proxy-address'

/** Subresources that run something in a pod. */
const STREAMS: ReadonlySet<string> = new Set(['exec', 'attach', 'portforward'])

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
  const stream = STREAMS.has(subresource) && context.info.verb !== 'create'
  if (stream && behaves('streams-need-create', server)) await authorizeOrThrow(server, context, { verb: 'create' })
  if (context.query.has('dryRun')) throw badRequest('dryRun is not supported')
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
    const address = nodeAddress(server, nodeName, type)
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
