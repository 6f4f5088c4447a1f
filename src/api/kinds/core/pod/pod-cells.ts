import { type Pod, podOf } from '../../shared/pod-types'
import type * as core from 'kt126/core/v1'
import type { ApiObject } from '../../../../machinery/object'
import { NONE } from '../../meta/columns'
import { AGE, tableOf } from '../../meta/table-columns'
import type { Draft } from '../../meta/draft'

type Status = Draft<core.ContainerStatus>

const ended = ({ signal, exitCode }: Draft<core.ContainerStateTerminated>): string =>
  signal ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`

/** How far initialization is: undefined when it is over. */
function initState(statuses: readonly Status[], total: number): { text: string; restarts: number } | undefined {
  let restarts = 0
  for (const [i, { state = {}, restartCount = 0 }] of statuses.entries()) {
    restarts += restartCount
    const { terminated, waiting } = state
    if (terminated && (terminated.exitCode ?? 0) === 0) continue
    if (terminated) return { text: `Init:${terminated.reason || ended(terminated)}`, restarts }
    if (waiting?.reason && waiting.reason !== 'PodInitializing') return { text: `Init:${waiting.reason}`, restarts }
    return { text: `Init:${i}/${total}`, restarts }
  }
  return undefined
}

const hasCondition = (pod: Pod, type: string): boolean =>
  (pod.status?.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True')

interface Summary {
  readonly ready: number
  readonly restarts: number
  readonly text: string
}

function summary(pod: Pod): Summary {
  const { status = {}, spec = {} } = pod
  const first = status.reason || status.phase || ''
  const init = initState(status.initContainerStatuses ?? [], (spec.initContainers ?? []).length)
  if (init) return { ready: 0, ...init }
  let [ready, restarts, running, text] = [0, 0, false, first]
  for (const { state = {}, restartCount = 0, ready: isReady } of [...(status.containerStatuses ?? [])].reverse()) {
    restarts += restartCount
    const { waiting, terminated } = state
    if (waiting?.reason) text = waiting.reason
    else if (terminated) text = terminated.reason || ended(terminated)
    else if (isReady && state.running) {
      running = true
      ready++
    }
  }
  if (text === 'Completed' && running) text = hasCondition(pod, 'Ready') ? 'Running' : 'NotReady'
  return { ready, restarts, text }
}

/** One line that says how a pod is: the most telling of phase, reasons and states of its containers. */
export function podStatusText(object: ApiObject): string {
  const pod = podOf(object)
  if (object.metadata.deletionTimestamp) return pod.status?.reason === 'NodeLost' ? 'Unknown' : 'Terminating'
  const gated = (pod.status?.conditions ?? []).some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  )
  return gated ? 'SchedulingGated' : summary(pod).text
}

function gatesText(pod: Pod): string {
  const gates = pod.spec?.readinessGates ?? []
  if (gates.length === 0) return NONE
  return `${gates.filter(({ conditionType = '' }) => hasCondition(pod, conditionType)).length}/${gates.length}`
}

/** The columns of pods. */
export const POD_TABLE = tableOf(
  (object) => {
    const pod = podOf(object)
    return { pod, spec: pod.spec ?? {}, status: pod.status ?? {}, ...summary(pod) }
  },
  ['Ready', 'string', ({ ready, spec }) => `${ready}/${(spec.containers ?? []).length}`],
  ['Status', 'string', (_, object) => podStatusText(object)],
  ['Restarts', 'integer', ({ restarts }) => restarts],
  AGE,
  ['IP', 'string', ({ status }) => status.podIPs?.[0]?.ip || status.podIP || NONE, { priority: 1 }],
  ['Node', 'string', ({ spec }) => spec.nodeName || NONE, { priority: 1 }],
  ['Nominated Node', 'string', ({ status }) => status.nominatedNodeName || NONE, { priority: 1 }],
  ['Readiness Gates', 'string', ({ pod }) => gatesText(pod), { priority: 1 }],
)
