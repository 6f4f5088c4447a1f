import type * as core from 'kt126/core/v1'
import { NODES } from '../client/core-targets'
import { asDraft, type Draft } from '../api/kinds/meta/draft'
import { timestamp } from '../machinery/clock'
import { equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { ControllerDeps } from '../controllers/controllers'

/** A taint, which may be incomplete. */
export type Taint = Draft<core.Taint>

type Condition = Draft<core.NodeCondition>

const NOT_READY = 'node.orch.io/not-ready'

const UNREACHABLE = 'node.orch.io/unreachable'

const UNSCHEDULABLE = 'node.orch.io/unschedulable'

/** The taint for each condition that is true. */
const PRESSURES: ReadonlyMap<string, string> = new Map([
  ['MemoryPressure', 'node.orch.io/memory-pressure'],
  ['DiskPressure', 'node.orch.io/disk-pressure'],
  ['PIDPressure', 'node.orch.io/pid-pressure'],
  ['NetworkUnavailable', 'node.orch.io/network-unavailable'],
])

const keyOf = ({ key }: Taint): string => key ?? ''

/** A node's conditions; none if it has no status. */
export const nodeConditions = (node: ApiObject): Condition[] => asDraft<core.Node>(node).status?.conditions ?? []

/** A node's condition Ready, if anybody has reported it. */
export const readyCondition = (node: ApiObject): Condition | undefined =>
  nodeConditions(node).find(({ type }) => type === 'Ready')

/** A node's status of readiness, and the taint for it. A node without the condition gets none: nobody has reported its status yet. */
const BY_READINESS: Readonly<Record<string, string>> = { False: NOT_READY, Unknown: UNREACHABLE }

/** The NoSchedule taints that follow from a node's conditions and from being cordoned. */
export function noScheduleTaints(node: ApiObject): Taint[] {
  const keys = nodeConditions(node).flatMap(({ type = '', status = '' }) => {
    const key = type === 'Ready' ? BY_READINESS[status] : status === 'True' ? PRESSURES.get(type) : undefined
    return key === undefined ? [] : [key]
  })
  if (asDraft<core.Node>(node).spec?.unschedulable) keys.push(UNSCHEDULABLE)
  return keys.map((key) => ({ key, effect: 'NoSchedule' }))
}

/** The NoExecute taint that follows from a node's readiness; undefined if nobody has reported it. */
export function noExecuteTaints(node: ApiObject): Taint[] | undefined {
  const ready = readyCondition(node)
  if (!ready) return undefined
  const key = BY_READINESS[ready.status ?? '']
  return key === undefined ? [] : [{ key, effect: 'NoExecute' }]
}

const OWN: Readonly<Record<string, ReadonlySet<string>>> = {
  NoSchedule: new Set([NOT_READY, UNREACHABLE, UNSCHEDULABLE, ...PRESSURES.values()]),
  NoExecute: new Set([NOT_READY, UNREACHABLE]),
}

/** The controller's own taints of one effect that a node has. */
const ownTaints = (node: ApiObject, effect: string): Taint[] =>
  (asDraft<core.Node>(node).spec?.taints ?? []).filter(
    (taint) => taint.effect === effect && OWN[effect]?.has(taint.key ?? ''),
  )

/** Whether a node has exactly these of the controller's own taints of one effect. */
export const hasTaints = (node: ApiObject, effect: string, wanted: readonly Taint[]): boolean =>
  equal(ownTaints(node, effect).map(keyOf).sort(), wanted.map(keyOf).sort())

/** Updates the controller's own taints of one effect; returns whether they had to change. */
export async function setTaints(
  { client, clock }: ControllerDeps,
  node: ApiObject,
  effect: string,
  wanted: readonly Taint[],
): Promise<boolean> {
  if (hasTaints(node, effect, wanted)) return false
  const own = ownTaints(node, effect)
  const keys = new Set(wanted.map(keyOf))
  const kept = (asDraft<core.Node>(node).spec?.taints ?? []).filter(
    (taint) => !own.includes(taint) || keys.has(keyOf(taint)),
  )
  const present = new Set(own.map(keyOf))
  const timeAdded = timestamp(clock.now())
  const added = wanted.filter((taint) => !present.has(keyOf(taint))).map((taint) => ({ ...taint, timeAdded }))
  const { name = '', resourceVersion } = node.metadata
  await client.patch(NODES, name, 'merge', { metadata: { resourceVersion }, spec: { taints: [...kept, ...added] } })
  return true
}
