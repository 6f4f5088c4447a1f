import { isExtended } from '../api/kinds/shared/resources'
import { behaves } from '../api/releases/ledger'
import type { JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { rememberedByPair } from '../machinery/remembered'
import { matchesNodes } from '../scheduler/node-selection'
import { amountsOf, clashes, portsOf, requestsOf } from '../scheduler/snapshot'
import type { Taken } from './node-pods'
import type { StageContext, StageEvent } from './stage'

interface Rejection {
  readonly reason: string
  readonly message: string
}
type Place = Partial<Pick<StageContext, 'node' | 'taken'>>

/** Resources in the order in which nodes check them; others follow. */
const FIRST = ['cpu', 'memory', 'ephemeral-storage']
/** The reasons of rejections that are known before. */
export const REJECTIONS = ['NodeAffinity', 'NodePorts', ...['pods', ...FIRST].map((resource) => `OutOf${resource}`)]

/**
 * Why a node does not take a pod that was bound to it: it lacks a resource, has other labels than the pod wants, or one of its ports is
 * taken. The scheduler checks the same, but a client may bind pods, too, and two schedulers may choose at once.
 */
export const rejectionOf = (pod: ApiObject, place: Place): Rejection | undefined => verdictOf(pod, place).rejection

/** Two stages ask in the same place, and then the events and the status. */
const verdictOf = rememberedByPair((pod: ApiObject, place: Place) => ({ rejection: findRejection(pod, place) }))

function findRejection(pod: ApiObject, { node, taken }: Place): Rejection | undefined {
  if (!node) return undefined
  const short = missingResource(pod, node, taken)
  if (short) return short
  const failed = (reason: string): Rejection => ({ reason, message: `Predicate ${reason} failed` })
  if (!matchesNodes(pod)(node)) return failed('NodeAffinity')
  const ports = portsOf(pod)
  return taken && ports.length > 0 && clashes(ports, taken.ports) ? failed('NodePorts') : undefined
}

function missingResource(pod: ApiObject, node: ApiObject, taken: Taken | undefined): Rejection | undefined {
  const { allocatable = {} } = (node.status ?? {}) as { allocatable?: Record<string, unknown> }
  const room = amountsOf(allocatable)
  const requests = [...requestsOf(pod)]
    // Extended resources that the node does not know are not its business.
    .filter(([resource, amount]) => amount > 0 && (room.has(resource) || !isExtended(resource)))
    .sort(([a], [b]) => rank(a) - rank(b))
  for (const [resource, asked] of [['pods', 1] as const, ...requests]) {
    const used = (resource === 'pods' ? taken?.pods : taken?.requested.get(resource)) ?? 0
    const capacity = room.get(resource) ?? 0
    if (asked + used <= capacity) continue
    const amounts = `requested: ${asked}, used: ${used}, capacity: ${capacity}`
    return { reason: `OutOf${resource}`, message: `Node didn't have enough resource: ${resource}, ${amounts}` }
  }
  return undefined
}

const rank = (resource: string): number => (FIRST.indexOf(resource) + FIRST.length + 1) % (FIRST.length + 1)

/** The event about a pod that its node does not take. */
export const rejects = (pod: ApiObject, context: StageContext): StageEvent[] => {
  const rejection = rejectionOf(pod, context)
  return rejection ? [{ type: 'Warning', ...rejection }] : []
}

/** The status of a pod that its node does not take. */
export function rejected(pod: ApiObject, context: StageContext): JsonObject {
  const { reason = '', message = '' } = rejectionOf(pod, context) ?? {}
  const told = behaves('pod-was-rejected', context.release) ? `Pod was rejected: ${message}` : `Pod ${message}`
  return { phase: 'Failed', reason, message: told, startTime: context.now }
}
