import { podOf } from '../api/kinds/shared/pod-types'
import { isSidecar } from '../api/kinds/shared/sidecars'
import { behaves } from '../api/releases/ledger'
import type { JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { parseQuantity, quantityMillis } from '../machinery/quantity'

/** A node's verdict on a resize: in progress, or pending for a reason. */
export interface ResizeVerdict {
  readonly type: 'PodResizePending' | 'PodResizeInProgress'
  /** For a pending resize: whether the node could ever make it. */
  readonly reason?: 'Deferred' | 'Infeasible'
  readonly message?: string
}
/** The place where a pod runs: its node, and the other pods there. */
export interface ResizePlace {
  readonly node: ApiObject | undefined
  readonly others: readonly ApiObject[]
}

const TYPES: readonly unknown[] = ['PodResizePending', 'PodResizeInProgress']
const ENDED: readonly unknown[] = ['Succeeded', 'Failed']
/** In the order in which nodes check them. */
const RESOURCES = ['memory', 'cpu'] as const
type Resource = (typeof RESOURCES)[number]

const amount = (resource: Resource, value: string | undefined): number => {
  const millis = Number(quantityMillis(parseQuantity(value ?? '0')))
  return resource === 'cpu' ? millis : millis / 1000
}
const requested = (pod: ApiObject, resource: Resource): number => {
  const { containers = [], initContainers = [] } = podOf(pod).spec ?? {}
  return [...containers, ...initContainers.filter(isSidecar)].reduce(
    (sum, { resources }) => sum + amount(resource, resources?.requests?.[resource]),
    0,
  )
}

/** Whether a node can give a running pod its requested resources (resource API, "Resize"). */
export function verdictOf(pod: ApiObject, { node, others }: ResizePlace): ResizeVerdict {
  const { allocatable = {} } = (node?.['status'] ?? {}) as { allocatable?: Record<string, string> }
  const room = RESOURCES.map((resource) => ({
    resource,
    asked: requested(pod, resource),
    capacity: amount(resource, allocatable[resource]),
    used: others
      .filter((one) => !ENDED.includes(podOf(one).status?.phase))
      .reduce((sum, one) => sum + requested(one, resource), 0),
  }))
  const type = 'PodResizePending'
  const never = room.find(({ asked, capacity }) => asked > capacity)
  if (never) {
    const { resource, asked, capacity } = never
    const message = `Node didn't have enough capacity: ${resource}, requested: ${asked}, capacity: ${capacity}`
    return { type, reason: 'Infeasible', message }
  }
  const later = room.find(({ asked, used, capacity }) => asked > 0 && asked + used > capacity)
  if (!later) return { type: 'PodResizeInProgress' }
  const { resource, asked, used, capacity } = later
  const message = `Node didn't have enough resource: ${resource}, requested: ${asked}, used: ${used}, capacity: ${capacity}`
  return { type, reason: 'Deferred', message }
}

interface ResizeCondition {
  readonly type?: string | undefined
  readonly reason?: string | undefined
  readonly message?: string | undefined
}
const resizeConditions = (pod: ApiObject): readonly ResizeCondition[] =>
  (podOf(pod).status?.conditions ?? []).filter(isResizeCondition)
const isResizeCondition = ({ type }: { readonly type?: unknown }): boolean => TYPES.includes(type)

/** The value of status.resize, in releases before it became a condition. */
const wordOf = ({ type, reason }: ResizeVerdict): string =>
  type === 'PodResizeInProgress' ? 'InProgress' : (reason ?? '')
const toldWord = (pod: ApiObject): string => (podOf(pod).status as { resize?: string } | undefined)?.resize ?? ''

/** Whether the status mentions a resize at all. */
export const reportsResize = (pod: ApiObject): boolean => resizeConditions(pod).length > 0 || toldWord(pod) !== ''

/** Whether the status reports exactly this verdict. */
export const reportsVerdict = (pod: ApiObject, verdict: ResizeVerdict): boolean =>
  resizeConditions(pod).some(
    ({ type, reason, message }) =>
      type === verdict.type && (reason ?? '') === (verdict.reason ?? '') && (message ?? '') === (verdict.message ?? ''),
  ) ||
  (toldWord(pod) !== '' && toldWord(pod) === wordOf(verdict))

/** Whether a pod's resize waits for other pods to leave or shrink. */
export const isDeferred = (pod: ApiObject): boolean =>
  (podOf(pod).status?.conditions ?? []).some((one) => one.reason === 'Deferred' && isResizeCondition(one)) ||
  toldWord(pod) === 'Deferred'

/** The status with the conditions of a verdict instead of earlier ones about resizes; before release 1.33 with the old field. */
export function withVerdict(
  status: JsonObject,
  verdict: ResizeVerdict | undefined,
  { now, release }: { readonly now: string; readonly release: number },
): JsonObject {
  if (!behaves('resize-conditions', release)) return { ...status, resize: verdict ? wordOf(verdict) : null }
  const conditions = (Array.isArray(status['conditions']) ? status['conditions'] : []) as JsonObject[]
  const others = conditions.filter((one) => !isResizeCondition(one))
  const made = verdict && { ...verdict, status: 'True', lastTransitionTime: now }
  return { ...status, conditions: [...others, ...(made ? [made] : [])] }
}
