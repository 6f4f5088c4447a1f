import { podOf, hasPodEnded } from '../api/kinds/shared/pod-types'
import { behaves } from '../api/releases/ledger'
import type { JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { parseQuantity, quantityMillis } from '../machinery/quantity'
import { containersOf } from './container-statuses'
import { nodeConditions } from './node-taints'
import { stoppedByNode } from './pod-status'
import type { StageContext, StageEvent } from './stage'
import { usageOf } from './usage'

/** Annotation of a simulated node that is short of a resource: `memory`, `disk` or `pid`. */
export const PRESSURE = 'life.orch.io/pressure'

/** Pods of the cluster itself, which a node never evicts. */
const CRITICAL = 2_000_000_000
const MIB = 1024 * 1024
const MEMORY = { resource: 'memory', threshold: '100Mi', left: '61Mi' }

/** What a node under pressure is short of: the resource's name, its threshold, and how much is left (simulated). */
const SHORT: Readonly<Record<string, typeof MEMORY>> = {
  MemoryPressure: MEMORY,
  DiskPressure: { resource: 'ephemeral-storage', threshold: '10Gi', left: '8Gi' },
  PIDPressure: { resource: 'pids', threshold: '1638', left: '1201' },
}

const pressureOf = (node: ApiObject | undefined): string | undefined =>
  node && nodeConditions(node).find(({ type = '', status }) => SHORT[type] && status === 'True')?.type

/** Whether a node is short of a resource. */
export const isShort = (node: ApiObject): boolean => pressureOf(node) !== undefined

const memoryRequest = (pod: ApiObject): number =>
  containersOf(pod).reduce(
    (sum, { resources }) => sum + Number(quantityMillis(parseQuantity(resources?.requests?.['memory'] ?? '0'))),
    0,
  )

const priorityOf = (pod: ApiObject): number => podOf(pod).spec?.priority ?? 0

/** Pods that use more than they request leave first, then those of low priority, then those that request least. */
const before = (a: ApiObject, b: ApiObject): number =>
  Number(memoryRequest(a) > 0) - Number(memoryRequest(b) > 0) ||
  priorityOf(a) - priorityOf(b) ||
  memoryRequest(a) - memoryRequest(b) ||
  ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1)

const canLeave = (pod: ApiObject): boolean =>
  !hasPodEnded(pod) && pod.metadata.deletionTimestamp === undefined && priorityOf(pod) < CRITICAL

/** Whether a pod is the next that its node evicts, because it is short of a resource. */
export function leavesNext(pod: ApiObject, { node, others }: Partial<Pick<StageContext, 'node' | 'others'>>): boolean {
  if (!pressureOf(node) || !canLeave(pod)) return false
  return (others?.() ?? []).every((other) => !canLeave(other) || before(pod, other) < 0)
}

/** What a node says about a pod that it evicts. Pods that fail by their annotation are evicted for memory. */
function evictionMessage(pod: ApiObject, { node, now, release }: StageContext): string {
  const { resource, threshold, left } = SHORT[pressureOf(node) ?? ''] ?? MEMORY
  const told = `The node was low on resource: ${resource}. `
  if (resource === 'pids') return told
  const detailed = behaves('eviction-tells-threshold', release)
  const uses = resource === 'memory' ? usageOf(pod, 1, Date.parse(now)) : []
  const users = uses.map(({ container, memoryBytes }) => {
    const asked = containersOf(pod).find(({ name }) => name === container)?.resources?.requests?.['memory'] ?? '0'
    if (Number(quantityMillis(parseQuantity(asked))) >= memoryBytes * 1000) return ''
    const used = `${Math.ceil(memoryBytes / MIB)}Mi`
    return detailed
      ? `Container ${container} was using ${used}, request is ${asked}, has larger consumption of memory. `
      : `Container ${container} was using ${used}, which exceeds its request of ${asked}. `
  })
  const amounts = detailed ? `Threshold quantity: ${threshold}, available: ${left}. ` : ''
  return told + amounts + users.join('')
}

/** The event about a pod that its node evicts. */
export const evicts = (pod: ApiObject, context: StageContext): StageEvent[] => [
  { type: 'Warning', reason: 'Evicted', message: evictionMessage(pod, context) },
]

/** The status of a pod that its node has evicted. */
export function evicted(pod: ApiObject, context: StageContext): JsonObject {
  const { now, marksEvicted } = context
  const message = evictionMessage(pod, context)
  const status = stoppedByNode(pod, now, { reason: 'Evicted', message })
  if (!marksEvicted) return status
  const target = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'TerminationByKubelet',
    message,
    lastTransitionTime: now,
  }
  const { conditions } = status
  return { ...status, conditions: [target, ...(Array.isArray(conditions) ? conditions : [])] }
}
