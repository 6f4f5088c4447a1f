import { podOf } from '../../api/kinds/shared/pod-types'
import type * as batch from 'kt126/batch/v1'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import type { ApiObject } from '../../machinery/object'
import { hasReadyCondition } from './pods'

export type Job = Draft<batch.Job>
export const jobOf = (object: ApiObject): Job => asDraft<batch.Job>(object)

export const COMPLETION_INDEX = 'batch.orch.io/job-completion-index'
/** Keeps a pod that has ended until its job has counted it. */
export const TRACKED = 'batch.orch.io/job-tracking'

export const isFinished = (job: ApiObject): 'Complete' | 'Failed' | undefined =>
  jobOf(job).status?.conditions?.find(
    (condition) => (condition.type === 'Complete' || condition.type === 'Failed') && condition.status === 'True',
  )?.type as 'Complete' | 'Failed' | undefined

const phaseOf = (pod: ApiObject) => podOf(pod).status?.phase
export const isTracked = (pod: ApiObject): boolean => pod.metadata.finalizers?.includes(TRACKED) ?? false

export const indexOf = (pod: ApiObject): number | undefined => {
  const index = Number(pod.metadata.annotations?.[COMPLETION_INDEX] ?? NaN)
  return Number.isInteger(index) ? index : undefined
}

/** How a pod of a job ended: one that was deleted while it ran has failed. */
export function outcomeOf(pod: ApiObject): 'succeeded' | 'failed' | undefined {
  const phase = phaseOf(pod)
  if (phase === 'Succeeded') return 'succeeded'
  if (phase === 'Failed') return 'failed'
  return isTracked(pod) && pod.metadata.deletionTimestamp ? 'failed' : undefined
}

/** What has become of a job's pods so far. */
export interface Tally {
  readonly active: readonly ApiObject[]
  readonly ready: number
  readonly succeeded: number
  readonly failed: number
  /** Indexes that are done, in order; undefined where the job has none. */
  readonly indexes: readonly number[] | undefined
  /** Ended pods that are still to be written down, and those that are and may go. */
  readonly uncounted: readonly ApiObject[]
  readonly noted: readonly ApiObject[]
  /** Counted for good: the status' counts with what was noted and is no longer held. */
  readonly settled: { readonly succeeded: number; readonly failed: number }
}

/** Counts the pods of a job. `tracking`: ended pods are held until they are counted, so that a count never shrinks. */
export function tallyOf(job: ApiObject, pods: readonly ApiObject[], tracking: boolean): Tally {
  const { spec = {}, status = {} } = jobOf(job)
  const active = pods.filter((pod) => outcomeOf(pod) === undefined && !pod.metadata.deletionTimestamp)
  const ended = pods.filter((pod) => outcomeOf(pod) !== undefined)
  const done = new Set(readIndexes(status.completedIndexes))
  for (const pod of ended) {
    const index = indexOf(pod)
    if (outcomeOf(pod) === 'succeeded' && index !== undefined && index < (spec.completions ?? 0)) done.add(index)
  }
  const indexes = spec.completionMode === 'Indexed' ? [...done].sort((a, b) => a - b) : undefined
  const count = (list: readonly ApiObject[], outcome: string) => list.filter((pod) => outcomeOf(pod) === outcome).length
  const common = { active, ready: active.filter(hasReadyCondition).length, indexes }
  if (!tracking) {
    const [succeeded, failed] = [count(ended, 'succeeded'), count(ended, 'failed')]
    const counted = { succeeded: indexes?.length ?? succeeded, failed }
    return { ...common, ...counted, uncounted: [], noted: [], settled: counted }
  }
  const listed = status.uncountedTerminatedPods ?? {}
  const held = ended.filter(isTracked)
  const heldUids = new Set(held.map(({ metadata }) => metadata.uid ?? ''))
  const known = new Set([...(listed.succeeded ?? []), ...(listed.failed ?? [])])
  const released = (uids: readonly string[] = []) => uids.filter((uid) => !heldUids.has(uid)).length
  const settled = {
    succeeded: indexes ? indexes.length : (status.succeeded ?? 0) + released(listed.succeeded),
    failed: (status.failed ?? 0) + released(listed.failed),
  }
  return {
    ...common,
    succeeded: indexes ? indexes.length : settled.succeeded + count(held, 'succeeded'),
    failed: settled.failed + count(held, 'failed'),
    uncounted: held.filter(({ metadata }) => !known.has(metadata.uid ?? '')),
    noted: held.filter(({ metadata }) => known.has(metadata.uid ?? '')),
    settled,
  }
}

/** Indexes out of `0,2-4`. */
export function readIndexes(text = ''): number[] {
  return text
    .split(',')
    .filter(Boolean)
    .flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    })
}

/** `0,2-4` for 0, 2, 3, 4; of two that follow each other both are named. */
export function writeIndexes(indexes: readonly number[]): string {
  const parts: string[] = []
  for (let i = 0; i < indexes.length;) {
    let end = i
    while (indexes[end + 1] === (indexes[end] ?? 0) + 1) end++
    const [first = 0, last = 0] = [indexes[i], indexes[end]]
    parts.push(end === i ? `${first}` : end === i + 1 ? `${first},${last}` : `${first}-${last}`)
    i = end + 1
  }
  return parts.join(',')
}
