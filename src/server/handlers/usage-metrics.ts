import { podOf, isPodReady } from '../../api/kinds/shared/pod-types'
import { notFoundError } from '../../machinery/api-error'
import { timestamp } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import { formatQuantity, quantityOf, quantityOfMillis } from '../../machinery/quantity'
import type { Usage } from '../../machinery/usage'
import type { ServedType } from '../../registry/resource-type'
import type { Server } from '../server'
import type { RequestScope } from './request-scope'
import { listMade } from './component-statuses'
import { objectResponse } from './read'
import { selectionOf } from './selection'

const PODS = { group: '', resource: 'pods' }
const NODES = { group: '', resource: 'nodes' }
const WINDOW = '30s'

const amounts = (cpuMillis: number, memoryBytes: number) => ({
  cpu: formatQuantity(quantityOfMillis(Math.round(cpuMillis))),
  memory: formatQuantity(quantityOf(Math.ceil(memoryBytes / 1024) * 1024, 'binary')),
})

const ownerOf = ({ metadata }: ApiObject): string =>
  metadata.ownerReferences?.find(({ controller }) => controller)?.uid ?? metadata.uid ?? ''

/** The current usage of each running pod on a node with an agent. */
function usages(server: Server, namespace?: string): { pod: ApiObject; usage: readonly Usage[] }[] {
  const now = server.clock.now()
  const pods = server.reader.list(PODS, namespace)
  const sharers = new Map<string, number>()
  for (const pod of pods) if (isPodReady(pod)) sharers.set(ownerOf(pod), (sharers.get(ownerOf(pod)) ?? 0) + 1)
  return pods.flatMap((pod) => {
    const { spec, status } = podOf(pod)
    if (status?.phase !== 'Running') return []
    const node = server.reader.get(NODES, undefined, spec?.nodeName ?? '')
    const usage = server.agents.usage(node, pod, sharers.get(ownerOf(pod)) ?? 1, now)
    return usage ? [{ pod, usage }] : []
  })
}

const common = (server: Server, { metadata }: ApiObject) => ({
  metadata: {
    name: metadata.name ?? '',
    ...(metadata.namespace && { namespace: metadata.namespace }),
    creationTimestamp: timestamp(server.clock.now()),
    ...(metadata.labels && { labels: metadata.labels }),
  },
  timestamp: timestamp(server.clock.now()),
  window: WINDOW,
})

function metricsOf(server: Server, type: ServedType, namespace: string | undefined): ApiObject[] {
  const { apiVersion, kind } = type
  const all = usages(server, namespace)
  if (type.resource === 'pods')
    return all.map(({ pod, usage }) => ({
      apiVersion,
      kind,
      ...common(server, pod),
      containers: usage.map(({ container, cpuMillis, memoryBytes }) => ({
        name: container,
        usage: amounts(cpuMillis, memoryBytes),
      })),
    }))
  return server.reader.list(NODES).flatMap((node) => {
    if (!server.agents.usage(node, { metadata: {} }, 1, server.clock.now())) return []
    const here = all.filter(({ pod }) => podOf(pod).spec?.nodeName === node.metadata.name).flatMap(({ usage }) => usage)
    const total = (of: (usage: Usage) => number) => here.reduce((sum, usage) => sum + of(usage), 0)
    const usage = amounts(
      total(({ cpuMillis }) => cpuMillis),
      total(({ memoryBytes }) => memoryBytes),
    )
    return [{ apiVersion, kind, ...common(server, node), usage }]
  })
}

/** GET of the usage of one node or pod. */
export async function getMetrics(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  const { name, namespace } = context.info
  const found = metricsOf(server, type, namespace || undefined).find(({ metadata }) => metadata.name === name)
  if (!found) throw notFoundError(type, name)
  return objectResponse(scope, found)
}

/** Lists the usage of nodes or pods, filtered by labels if requested. */
export function listMetrics(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  const selection = selectionOf(context.query, type)
  const items = metricsOf(server, type, context.info.namespace || undefined)
  const chosen = items.filter((item) => selection.matches(item))
  return Promise.resolve(listMade(scope, chosen))
}
