import type * as core from 'kt126/core/v1'
import { NODES } from '../client/core-targets'
import { asDraft, type Draft } from '../api/kinds/meta/draft'
import { timestamp } from '../machinery/clock'
import { equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { ControllerDeps } from '../controllers/controllers'

export type Taint = Draft<core.Taint>

type Condition = Draft<core.NodeCondition>

const NOT_READY = 'node.orch.io/not-ready'

const UNREACHABLE = 'node.orch.io/unreachable'

/** The taint for each condition. */
const PRESSURES: readonly (readonly [condition: string, taint: string])[] = [
  ['MemoryPressure', 'node.orch.io/memory-pressure'],
  ['DiskPressure', 'node.orch.io/disk-pressure'],
  ['PIDPressure', 'node.orch.io/pid-pressure'],
  ['NetworkUnavailable', 'node.orch.io/network-unavailable'],
]

const OWN = new Set([NOT_READY, UNREACHABLE, 'node.orch.io/unschedulable', ...PRESSURES.map(([, taint]) => taint)])

/** The conditions of a node. */
export const nodeConditions = (node: ApiObject): Condition[] => asDraft<core.Node>(node).status?.conditions ?? []

/** The taints that follow from a node's conditions and from being cordoned. */
export function taintsFor(node: ApiObject): Taint[] {
  const status = (type: string) => nodeConditions(node).find((condition) => condition.type === type)?.status
  const ready = status('Ready')
  const taints: Taint[] = []
  const key = ready === 'True' ? undefined : ready === 'Unknown' ? UNREACHABLE : NOT_READY
  if (key) taints.push({ key, effect: 'NoSchedule' })
  if (key && ready !== undefined) taints.push({ key, effect: 'NoExecute' })
  for (const [condition, taint] of PRESSURES)
    if (status(condition) === 'True') taints.push({ key: taint, effect: 'NoSchedule' })
  if (asDraft<core.Node>(node).spec?.unschedulable)
    taints.push({ key: 'node.orch.io/unschedulable', effect: 'NoSchedule' })
  return taints
}

/** Updates the taints; returns whether they had to change. */
export async function setTaints({ client, clock }: ControllerDeps, node: ApiObject): Promise<boolean> {
  const old = asDraft<core.Node>(node).spec?.taints ?? []
  const id = ({ key, effect }: Taint) => `${key ?? ''}:${effect ?? ''}`
  const wanted = taintsFor(node)
  const others = old.filter(({ key = '' }) => !OWN.has(key))
  const own = old.filter(({ key = '' }) => OWN.has(key))
  if (equal(own.map(id).sort(), wanted.map(id).sort())) return false
  const timeAdded = timestamp(clock.now())
  const taints = [
    ...others,
    ...wanted.map(
      (taint) =>
        own.find((before) => id(before) === id(taint)) ??
        (taint.effect === 'NoExecute' ? { ...taint, timeAdded } : taint),
    ),
  ]
  const { name = '', resourceVersion } = node.metadata
  await client.patch(NODES, name, 'merge', { metadata: { resourceVersion }, spec: { taints } })
  return true
}
