import type * as core from 'kt126/core/v1'
import { type Pod, podOf } from '../../shared/pod-types'
import { isSidecar } from '../../shared/sidecars'
import { NONE } from '../../meta/columns'
import { since } from '../../meta/duration'
import { AGE, type TableColumn, tableOf } from '../../meta/table-columns'
import type { Draft } from '../../meta/draft'

type Status = Draft<core.ContainerStatus>

const ended = ({ signal, exitCode }: Draft<core.ContainerStateTerminated>): string =>
  signal ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`

function initText({ state = {} }: Status, at: number, total: number): string {
  const { terminated, waiting } = state
  if (terminated) return `Init:${terminated.reason || ended(terminated)}`
  return waiting?.reason && waiting.reason !== 'PodInitializing' ? `Init:${waiting.reason}` : `Init:${at}/${total}`
}

/** Restart count of containers, and when the last restart occurred. */
interface Restarts {
  readonly count: number
  readonly last: string
}
const NO_RESTARTS: Restarts = { count: 0, last: '' }

function withRestarts({ count, last }: Restarts, { restartCount = 0, lastState }: Status): Restarts {
  const ended = lastState?.terminated?.finishedAt ?? ''
  return { count: count + restartCount, last: Date.parse(ended) > (Date.parse(last) || 0) ? ended : last }
}

/** Restart count and time since the last one. */
const restartsText = ({ count, last }: Restarts, now: number): string =>
  count > 0 && last ? `${count} (${since(last, now)} ago)` : String(count)

/** Progress of init containers and restarts of sidecars; no text when initialisation is complete. */
function initState({ status = {}, spec = {} }: Pod): Summary & { readonly stayed: Restarts } {
  const sidecars = new Set((spec.initContainers ?? []).filter(isSidecar).map(({ name }) => name))
  let [ready, restarts, stayed] = [0, NO_RESTARTS, NO_RESTARTS]
  for (const [i, one] of (status.initContainerStatuses ?? []).entries()) {
    const { name, state = {}, started, ready: isReady } = one
    const stays = sidecars.has(name)
    restarts = withRestarts(restarts, one)
    if (stays) stayed = withRestarts(stayed, one)
    if (state.terminated && (state.terminated.exitCode ?? 0) === 0) continue
    if (stays && started) {
      if (isReady) ready++
      continue
    }
    return { text: initText(one, i, (spec.initContainers ?? []).length), ready, restarts, stayed }
  }
  return { text: '', ready, restarts, stayed }
}

/** Containers that run for the pod's whole life. */
const lastingContainers = ({ containers = [], initContainers = [] }: NonNullable<Pod['spec']>): number =>
  containers.length + initContainers.filter(isSidecar).length

const hasCondition = (pod: Pod, type: string): boolean =>
  (pod.status?.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True')

interface Summary {
  readonly ready: number
  readonly restarts: Restarts
  readonly text: string
  /** Failure reason of another container, used if the text would report a completed one. */
  readonly failure?: string
}

function summary(pod: Pod): Summary {
  const { status = {} } = pod
  const gated = (status.conditions ?? []).some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  )
  const first = (gated && 'SchedulingGated') || status.reason || status.phase || ''
  const init = initState(pod)
  if (init.text && !hasCondition(pod, 'Initialized')) return init
  let [ready, restarts, running, text, failure] = [init.ready, init.stayed, false, init.text || first, '']
  for (const one of [...(status.containerStatuses ?? [])].reverse()) {
    const { state = {}, ready: isReady } = one
    restarts = withRestarts(restarts, one)
    const { waiting, terminated } = state
    if (waiting?.reason) text = waiting.reason
    else if (terminated) {
      text = terminated.reason || ended(terminated)
      if ((terminated.exitCode ?? 0) !== 0) failure = text
    } else if (isReady && state.running) {
      running = true
      ready++
    }
  }
  if (text === 'Completed' && running && hasCondition(pod, 'Ready')) return { ready, restarts, text: 'Running' }
  if (text === 'Completed' && running) text = 'NotReady'
  else if (text !== 'Completed') failure = ''
  return { ready, restarts, text, failure }
}

const ENDED = new Set<string | undefined>(['Succeeded', 'Failed'])

/** Release-dependent details of the status text. */
interface StatusWords {
  /** A finished pod that is being deleted still shows how it ended. */
  readonly keepsEnd?: boolean
  /** Where one container completed, shows another one's failure. */
  readonly tellsFailure?: boolean
}

/** One-line status of a pod: the most relevant of its phase, reasons and container states. */
function podStatusText({ status = {} }: Pod, seen: Summary, deleted: boolean, words: StatusWords): string {
  if (deleted && status.reason === 'NodeLost') return 'Unknown'
  if (deleted && !(words.keepsEnd === true && ENDED.has(status.phase))) return 'Terminating'
  return (words.tellsFailure === true && seen.failure) || seen.text
}

type Seen = { readonly pod: Pod; readonly summary: Summary }
const statusColumn = (words: StatusWords, more: { since?: number; removed?: number }): TableColumn<Seen> => [
  'Status',
  'string',
  ({ pod, summary }, { metadata }) => podStatusText(pod, summary, Boolean(metadata.deletionTimestamp), words),
  more,
]

function gatesText(pod: Pod): string {
  const gates = pod.spec?.readinessGates ?? []
  if (gates.length === 0) return NONE
  return `${gates.filter(({ conditionType = '' }) => hasCondition(pod, conditionType)).length}/${gates.length}`
}

/** Table columns of pods. */
export const POD_TABLE = tableOf(
  (object) => {
    const pod = podOf(object)
    return { pod, spec: pod.spec ?? {}, status: pod.status ?? {}, summary: summary(pod) }
  },
  ['Ready', 'string', ({ summary, spec }) => `${summary.ready}/${lastingContainers(spec)}`],
  statusColumn({}, { removed: 31 }),
  statusColumn({ keepsEnd: true }, { since: 31, removed: 35 }),
  statusColumn({ keepsEnd: true, tellsFailure: true }, { since: 35 }),
  ['Restarts', 'integer', ({ summary }) => summary.restarts.count, { removed: 22 }],
  ['Restarts', 'string', ({ summary }, _, now) => restartsText(summary.restarts, now), { since: 22 }],
  AGE,
  ['IP', 'string', ({ status }) => status.podIPs?.[0]?.ip || status.podIP || NONE, { priority: 1 }],
  ['Node', 'string', ({ spec }) => spec.nodeName || NONE, { priority: 1 }],
  ['Nominated Node', 'string', ({ status }) => status.nominatedNodeName || NONE, { priority: 1 }],
  ['Readiness Gates', 'string', ({ pod }) => gatesText(pod), { priority: 1 }],
)
