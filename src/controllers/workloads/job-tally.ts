import type * as batch from 'kt126/batch/v1'
import { readIndexes } from '../../api/kinds/batch/job-indexes'
import { podOf } from '../../api/kinds/shared/pod-types'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import type { ApiObject } from '../../machinery/object'
import type { JobSpec } from '../../api/kinds/batch/job-fields'
import { failsIndex, matchFailurePolicy } from './job-policy'
import { hasReadyCondition } from './pods'

/** A job as the controller reads it, including fields of later releases. */
export type Job = Omit<Draft<batch.Job>, 'spec' | 'status'> & {
  spec?: JobSpec
  status?: Draft<batch.JobStatus> & { failedIndexes?: string; terminating?: number }
}
/** An object as a Job. */
export const jobOf = (object: ApiObject): Job => asDraft<batch.Job>(object)

/** Annotation of a pod with its index in the job. */
export const COMPLETION_INDEX = 'batch.orch.io/job-completion-index'
/** Finalizer that keeps an ended pod until its job has counted it. */
export const TRACKED = 'batch.orch.io/job-tracking'

/** The condition that ended the job; undefined while it runs. */
export const isFinished = (job: ApiObject): 'Complete' | 'Failed' | undefined =>
  jobOf(job).status?.conditions?.find(
    (condition) => (condition.type === 'Complete' || condition.type === 'Failed') && condition.status === 'True',
  )?.type as 'Complete' | 'Failed' | undefined

const phaseOf = (pod: ApiObject) => podOf(pod).status?.phase
/** Whether a pod has not been counted yet: it still has the job's finalizer. */
export const isTracked = (pod: ApiObject): boolean => pod.metadata.finalizers?.includes(TRACKED) ?? false

/** The index of a pod in its job; undefined if it has none. */
export const indexOf = (pod: ApiObject): number | undefined => {
  const index = Number(pod.metadata.annotations?.[COMPLETION_INDEX] ?? NaN)
  return Number.isInteger(index) ? index : undefined
}

/** The outcome of a job's pod. A pod deleted while running counts as failed; with some replacement policies only once it has ended. */
export function outcomeOf(pod: ApiObject, { podReplacementPolicy }: JobSpec = {}): 'succeeded' | 'failed' | undefined {
  const phase = phaseOf(pod)
  if (phase === 'Succeeded') return 'succeeded'
  if (phase === 'Failed') return 'failed'
  if (!isTracked(pod) || !pod.metadata.deletionTimestamp) return undefined
  const goes = podReplacementPolicy === 'Failed' && Number(pod.metadata.deletionGracePeriodSeconds ?? 0) > 0
  return goes ? undefined : 'failed'
}

/** The current counts of a job's pods. */
export interface Tally {
  readonly active: readonly ApiObject[]
  readonly ready: number
  readonly succeeded: number
  readonly failed: number
  /** Completed indexes in ascending order; undefined for a job without indexes. */
  readonly indexes: readonly number[] | undefined
  /** Indexes that will not be retried, in ascending order; undefined unless the job limits the failures of each. */
  readonly failedIndexes: readonly number[] | undefined
  /** Ended pods that are not yet recorded in the status, and recorded ones whose finalizer can be removed. */
  readonly uncounted: readonly ApiObject[]
  readonly noted: readonly ApiObject[]
  /** Failed pods that the failure policy ignores: they are released at once. */
  readonly ignored: readonly ApiObject[]
  /** Final counts: those of the status plus recorded pods that are no longer held. */
  readonly settled: { readonly succeeded: number; readonly failed: number }
}

/** Counts the pods of a job. `tracking`: a finalizer holds ended pods until they are counted, so that a count never shrinks. */
export function tallyOf(job: ApiObject, pods: readonly ApiObject[], tracking: boolean): Tally {
  const { spec = {}, status = {} } = jobOf(job)
  const outcome = (pod: ApiObject) => outcomeOf(pod, spec)
  const active = pods.filter((pod) => outcome(pod) === undefined && !pod.metadata.deletionTimestamp)
  const isIgnored = (pod: ApiObject) => matchFailurePolicy(spec.podFailurePolicy, pod)?.action === 'Ignore'
  const over = pods.filter((pod) => outcome(pod) !== undefined)
  const ended = over.filter((pod) => !isIgnored(pod))
  const ignored = over.filter((pod) => isTracked(pod) && isIgnored(pod))
  const common = { active, ready: active.filter(hasReadyCondition).length, ignored, ...indexesOf(job, over) }
  const { indexes } = common
  const count = (list: readonly ApiObject[], which: string) => list.filter((pod) => outcome(pod) === which).length
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

function indexesOf(job: ApiObject, over: readonly ApiObject[]): Pick<Tally, 'indexes' | 'failedIndexes'> {
  const { spec = {}, status = {} } = jobOf(job)
  if (spec.completionMode !== 'Indexed') return { indexes: undefined, failedIndexes: undefined }
  const inOrder = (given: string | undefined, pods: readonly ApiObject[]): number[] => {
    const known = [...readIndexes(given), ...pods.map(indexOf)]
    const within = known.filter((index) => index !== undefined && index < (spec.completions ?? 0))
    return [...new Set(within as number[])].sort((a, b) => a - b)
  }
  const by = (which: string) => over.filter((pod) => outcomeOf(pod, spec) === which)
  const indexes = inOrder(status.completedIndexes, by('succeeded'))
  if (spec.backoffLimitPerIndex === undefined) return { indexes, failedIndexes: undefined }
  const failing = by('failed').filter((pod) => failsIndex(pod, spec))
  const done = new Set(indexes)
  const failed = inOrder(status.failedIndexes, failing).filter((index) => !done.has(index))
  return { indexes, failedIndexes: failed }
}
