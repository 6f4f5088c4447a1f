import { badRequest } from '../machinery/api-error'
import { podOf } from '../api/kinds/shared/pod-types'
import type { ApiObject } from '../machinery/object'
import type { ContainerLog, LogLine } from '../machinery/pod-log'

/** Interval between the lines of a running container. */
const PERIOD_MS = 5000
/** Maximum number of lines per run; older ones are dropped, as by an agent that rotates its files. */
const MOST_LINES = 5000

interface Run {
  readonly startedAt: number
  readonly endedAt?: number
  readonly end?: string
}

function runOf(pod: ApiObject, container: string, previous: boolean): Run {
  const { status } = podOf(pod)
  const { name = '' } = pod.metadata
  const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
  const found = all.find((one) => one.name === container)
  const current = found?.state?.running ?? found?.state?.terminated
  const ended = previous || !current ? found?.lastState?.terminated : found?.state?.terminated
  if (previous && !ended) throw badRequest(`previous terminated container "${container}" in pod "${name}" not found`)
  if (!current && !ended) {
    const reason = found?.state?.waiting?.reason ?? 'ContainerCreating'
    const why = /^(ErrImagePull|ImagePullBackOff)$/.test(reason) ? 'trying and failing to pull image' : reason
    throw badRequest(`container "${container}" in pod "${name}" is waiting to start: ${why}`)
  }
  const startedAt = Date.parse((ended ?? current)?.startedAt ?? '') || 0
  if (!ended) return { startedAt }
  const end = `exits with code ${ended.exitCode ?? 0}${ended.reason ? ` (${ended.reason})` : ''}`
  return { startedAt, endedAt: Date.parse(ended.finishedAt ?? '') || startedAt, end }
}

/**
 * The log that a container of a pod on a simulated node would have by `now`: its start, a line every few seconds, its end. If the container
 * is not running, this is the log of its last run. @throws ApiError if the container has not run
 */
export function simulatedLog(pod: ApiObject, container: string, previous: boolean, now: number): ContainerLog {
  const { startedAt, endedAt, end } = runOf(pod, container, previous)
  const until = Math.min(now, endedAt ?? now)
  const count = Math.max(0, Math.floor((until - startedAt) / PERIOD_MS))
  const lines: LogLine[] = []
  const first = Math.max(1, count - MOST_LINES)
  if (first === 1) lines.push({ at: startedAt, text: `simulated: ${container} starts; no container runs here` })
  for (let i = first; i <= count; i++)
    lines.push({ at: startedAt + i * PERIOD_MS, text: `simulated: ${container} works, ${i}` })
  if (endedAt !== undefined && end !== undefined) lines.push({ at: endedAt, text: `simulated: ${container} ${end}` })
  return {
    lines,
    open: endedAt === undefined,
    run: `${pod.metadata.uid ?? ''}/${startedAt}`,
    ...(endedAt === undefined && { nextAt: startedAt + (count + 1) * PERIOD_MS }),
  }
}
