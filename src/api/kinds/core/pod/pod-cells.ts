import { type Pod, podOf } from '../../shared/pod-types'
import { isSidecar } from '../../shared/sidecars'
import type * as core from 'kt126/core/v1'
import type { ApiObject } from '../../../../machinery/object'
import { NONE } from '../../meta/columns'
import { AGE, tableOf } from '../../meta/table-columns'
import type { Draft } from '../../meta/draft'

type Status = Draft<core.ContainerStatus>

const ended = ({ signal, exitCode }: Draft<core.ContainerStateTerminated>): string =>
  signal ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`

function initText({ state = {} }: Status, at: number, total: number): string {
  const { terminated, waiting } = state
  if (terminated) return `Init:${terminated.reason || ended(terminated)}`
  return waiting?.reason && waiting.reason !== 'PodInitializing' ? `Init:${waiting.reason}` : `Init:${at}/${total}`
}

/** How far initialization is, and what of it stays: no text when it is over. */
function initState({ status = {}, spec = {} }: Pod): Summary & { readonly stayed: number } {
  const sidecars = new Set((spec.initContainers ?? []).filter(isSidecar).map(({ name }) => name))
  let [ready, restarts, stayed] = [0, 0, 0]
  for (const [i, one] of (status.initContainerStatuses ?? []).entries()) {
    const { name, state = {}, restartCount = 0, started, ready: isReady } = one
    const stays = sidecars.has(name)
    restarts += restartCount
    if (stays) stayed += restartCount
    if (state.terminated && (state.terminated.exitCode ?? 0) === 0) continue
    if (stays && started) {
      if (isReady) ready++
      continue
    }
    return { text: initText(one, i, (spec.initContainers ?? []).length), ready, restarts, stayed }
  }
  return { text: '', ready, restarts, stayed }
}

/** Containers that run when a pod does. */
const lastingContainers = ({ containers = [], initContainers = [] }: NonNullable<Pod['spec']>): number =>
  containers.length + initContainers.filter(isSidecar).length

const hasCondition = (pod: Pod, type: string): boolean =>
  (pod.status?.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True')

interface Summary {
  readonly ready: number
  readonly restarts: number
  readonly text: string
}

function summary(pod: Pod): Summary {
  const { status = {} } = pod
  const first = status.reason || status.phase || ''
  const init = initState(pod)
  if (init.text) return init
  let [ready, restarts, running, text] = [init.ready, init.stayed, false, first]
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
  ['Ready', 'string', ({ ready, spec }) => `${ready}/${lastingContainers(spec)}`],
  ['Status', 'string', (_, object) => podStatusText(object)],
  ['Restarts', 'integer', ({ restarts }) => restarts],
  AGE,
  ['IP', 'string', ({ status }) => status.podIPs?.[0]?.ip || status.podIP || NONE, { priority: 1 }],
  ['Node', 'string', ({ spec }) => spec.nodeName || NONE, { priority: 1 }],
  ['Nominated Node', 'string', ({ status }) => status.nominatedNodeName || NONE, { priority: 1 }],
  ['Readiness Gates', 'string', ({ pod }) => gatesText(pod), { priority: 1 }],
)
