import { podOf } from '../../api/kinds/shared/pod-types'
import type { ApiObject } from '../../machinery/object'
import { matchFailurePolicy, matchSuccessPolicy } from './job-policy'
import { type Job, outcomeOf, type Tally } from './job-tally'

/** How and why a job ended. */
export interface JobVerdict {
  readonly type: 'Complete' | 'Failed'
  readonly reason: string
  readonly message: string
  /** Decided by a rule of the job itself, so every release announces it before the pods have ended. */
  readonly announced?: true
}

/** The condition that announces each end while pods are still terminating. */
export const TARGETS = { Complete: 'SuccessCriteriaMet', Failed: 'FailureTarget' } as const

const failed = (reason: string, message: string): JobVerdict => ({ type: 'Failed', reason, message })

const decided = ({ status }: Job): JobVerdict | undefined => {
  for (const type of ['Complete', 'Failed'] as const) {
    const target = status?.conditions?.find((one) => one.type === TARGETS[type] && one.status === 'True')
    if (target) return { type, reason: target.reason ?? '', message: target.message ?? '', announced: true }
  }
  return undefined
}

/** The end of a job with a limit of failures per index. */
function indexesFailed({ spec = {} }: Job, { failedIndexes = [], indexes = [] }: Tally): JobVerdict | undefined {
  const { maxFailedIndexes = Infinity, completions = 0 } = spec
  if (failedIndexes.length > maxFailedIndexes)
    return failed('MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes')
  if (failedIndexes.length > 0 && failedIndexes.length + indexes.length >= completions)
    return failed('FailedIndexes', 'Job has failed indexes')
  return undefined
}

function exhausted({ spec = {} }: Job, { active, failed: failures }: Tally): boolean {
  const { backoffLimit = 6, template, parallelism = 1 } = spec
  const restarts = active.flatMap((pod) => {
    const { containerStatuses = [], initContainerStatuses = [] } = podOf(pod).status ?? {}
    return [...initContainerStatuses, ...containerStatuses]
  })
  const restarted = restarts.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0)
  const looping = template?.spec?.restartPolicy === 'OnFailure' && restarted > 0 && restarted >= backoffLimit
  return looping || (failures > backoffLimit && active.length !== parallelism)
}

/** Why the job has ended, if it has. A decision is never revised. */
export function verdictOf(job: Job, tally: Tally, pods: readonly ApiObject[], now: number): JobVerdict | undefined {
  const before = decided(job)
  if (before) return before
  const { completions, activeDeadlineSeconds, podFailurePolicy, suspend } = job.spec ?? {}
  for (const pod of pods) {
    const match = outcomeOf(pod, job.spec) === 'failed' ? matchFailurePolicy(podFailurePolicy, pod) : undefined
    if (match?.action === 'FailJob') return { ...failed('PodFailurePolicy', match.message), announced: true }
  }
  if (exhausted(job, tally)) return failed('BackoffLimitExceeded', 'Job has reached the specified backoff limit')
  const late = Date.parse(job.status?.startTime ?? '') + (activeDeadlineSeconds ?? Infinity) * 1000
  if (suspend !== true && late <= now)
    return failed('DeadlineExceeded', 'Job was active longer than specified deadline')
  const perIndex = indexesFailed(job, tally)
  if (perIndex) return perIndex
  const rule = matchSuccessPolicy(job.spec?.successPolicy, tally.indexes ?? [])
  if (rule !== undefined) return { type: 'Complete', reason: 'SuccessPolicy', message: rule, announced: true }
  const { succeeded, active } = tally
  const done = completions === undefined ? succeeded > 0 && active.length === 0 : succeeded >= completions
  const message = 'Reached expected number of succeeded pods'
  return done ? { type: 'Complete', reason: 'CompletionsReached', message } : undefined
}
