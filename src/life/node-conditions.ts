import type * as core from 'kt126/core/v1'
import type { Draft } from '../api/kinds/meta/draft'
import type { ApiObject } from '../machinery/object'
import { nodeConditions } from './node-taints'
import { PRESSURE } from './pressure'

type Condition = Draft<core.NodeCondition>

/** What a node says about a condition: its status, reason and message, and the reason of the event when it changes. */
interface Wording {
  readonly reason: string
  readonly message: string
  readonly event: string
}
interface Row {
  readonly type: string
  /** The value of the node's annotation that makes the condition true. */
  readonly annotation: string
  readonly no: Wording
  readonly yes: Wording
}

const words = (reason: string, message: string): Wording => ({
  reason,
  message,
  event: reason.replace('Kubelet', 'Node'),
})

const ROWS: readonly Row[] = [
  {
    type: 'MemoryPressure',
    annotation: 'memory',
    no: words('KubeletHasSufficientMemory', 'kubelet has sufficient memory available'),
    yes: words('KubeletHasInsufficientMemory', 'kubelet has insufficient memory available'),
  },
  {
    type: 'DiskPressure',
    annotation: 'disk',
    no: words('KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
    yes: words('KubeletHasDiskPressure', 'kubelet has disk pressure'),
  },
  {
    type: 'PIDPressure',
    annotation: 'pid',
    no: words('KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
    yes: words('KubeletHasInsufficientPID', 'kubelet has insufficient PID available'),
  },
]
const READY = words('KubeletReady', 'simulated: no container runs on this node')

/** What decides about a node's pressures: its annotation now, and the one that the node has reported last. */
export interface Pressures {
  readonly wanted: string | undefined
  readonly reported: string | undefined
}

/** The pressure that a node's annotation asks for. */
export const pressureFor = ({ metadata }: ApiObject): string | undefined => metadata.annotations?.[PRESSURE]

const found = (node: ApiObject, type: string): Condition | undefined =>
  nodeConditions(node).find((condition) => condition.type === type)

/** The status that a node gives a condition. One that others have made true stays true. */
function statusFor(row: Row, node: ApiObject, { wanted, reported }: Pressures): 'True' | 'False' {
  if (row.annotation === wanted) return 'True'
  return row.annotation !== reported && found(node, row.type)?.status === 'True' ? 'True' : 'False'
}

/** The conditions that a simulated node reports at a time. */
export function reportedConditions(node: ApiObject, pressures: Pressures, now: string): object[] {
  const report = (type: string, status: string, { reason, message }: Wording) => {
    const before = found(node, type)
    const same = before?.status === status ? before : undefined
    const lastTransitionTime = same?.lastTransitionTime ?? now
    return {
      type,
      status,
      reason: same?.reason ?? reason,
      message: same?.message ?? message,
      lastHeartbeatTime: now,
      lastTransitionTime,
    }
  }
  return [
    ...ROWS.map((row) => {
      const status = statusFor(row, node, pressures)
      return report(row.type, status, status === 'True' ? row.yes : row.no)
    }),
    report('Ready', 'True', READY),
  ]
}

/** The reasons of the events about conditions that a node's next report changes; none if the report has no news. */
export function conditionNews(node: ApiObject, pressures: Pressures): string[] {
  const isReady = found(node, 'Ready')?.status === 'True'
  const news = ROWS.flatMap((row) => {
    const status = statusFor(row, node, pressures)
    const isNews = row.annotation === pressures.wanted || row.annotation === pressures.reported || !isReady
    if (!isNews || found(node, row.type)?.status === status) return []
    return [(status === 'True' ? row.yes : row.no).event]
  })
  return isReady ? news : [...news, READY.event]
}
