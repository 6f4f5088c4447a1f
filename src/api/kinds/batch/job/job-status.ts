import { invalid, invalidWithoutValue, required } from '../../../../machinery/field-error'
import { equal } from '../../../../machinery/json'
import type { Errors } from '../../meta/rules'
import { countIndexes, sharedIndex } from '../job-indexes'
import { holds, type JobView } from './job-state'

type Status = NonNullable<JobView['status']> & { failedIndexes?: string; terminating?: number }

const CONDITIONS = 'status.conditions'
const statusOf = ({ status = {} }: JobView): Status => status
const isFinished = (job: JobView): boolean => holds(job, 'Complete') || holds(job, 'Failed')

/** Mutually exclusive conditions. */
const EXCLUSIVE = [
  ['Complete', 'Failed'],
  ['Complete', 'FailureTarget'],
  ['SuccessCriteriaMet', 'Failed'],
  ['SuccessCriteriaMet', 'FailureTarget'],
] as const

/** Conditions that require another one first. */
const AFTER = [
  ['Failed', 'FailureTarget'],
  ['Complete', 'SuccessCriteriaMet'],
] as const

const TERMINAL = ['Failed', 'Complete', 'FailureTarget', 'SuccessCriteriaMet'] as const

function conditions(job: JobView, old: JobView, errors: Errors): void {
  const moved = (type: string) => holds(job, type) !== holds(old, type)
  for (const [one, other] of EXCLUSIVE)
    if ((moved(one) || moved(other)) && holds(job, one) && holds(job, other))
      errors.push(invalidWithoutValue(CONDITIONS, `cannot set ${one}=True and ${other}=true conditions`))
  for (const [last, first] of AFTER)
    if (moved(last) && holds(job, last) && !holds(job, first))
      errors.push(
        invalidWithoutValue(CONDITIONS, `cannot set ${last}=True condition without the ${first}=true condition`),
      )
  for (const type of TERMINAL)
    if (holds(old, type) && !holds(job, type)) {
      const what = type === 'SuccessCriteriaMet' ? 'the' : 'the terminal'
      errors.push(invalidWithoutValue(CONDITIONS, `cannot disable ${what} ${type}=True condition`))
    }
}

function times(job: JobView, old: JobView, errors: Errors): void {
  const [now, before] = [statusOf(job), statusOf(old)]
  const at = 'status.completionTime'
  const { completionTime, startTime } = now
  const moved = !equal(completionTime, before.completionTime) || holds(job, 'Complete') !== holds(old, 'Complete')
  if (moved && completionTime !== undefined && !holds(job, 'Complete'))
    errors.push(invalid(at, completionTime, 'cannot set completionTime when there is no Complete=True condition'))
  if (moved && completionTime === undefined && holds(job, 'Complete'))
    errors.push(required(at, 'completionTime is required for Complete jobs'))
  if (completionTime !== undefined && startTime !== undefined && Date.parse(completionTime) < Date.parse(startTime))
    errors.push(invalid(at, completionTime, 'completionTime cannot be set before startTime'))
  if (completionTime !== undefined && before.completionTime !== undefined && completionTime !== before.completionTime)
    errors.push(invalid(at, completionTime, 'completionTime cannot be mutated'))
  if (before.startTime !== undefined && startTime !== before.startTime && job.spec?.suspend !== true)
    errors.push(required('status.startTime', 'startTime cannot be removed for unsuspended job'))
}

/** What must be complete before a job finishes. */
function ending(job: JobView, old: JobView, errors: Errors): void {
  if (!isFinished(job)) return
  const [now, before] = [statusOf(job), statusOf(old)]
  const moved = (member: keyof Status) => isFinished(old) !== isFinished(job) || !equal(now[member], before[member])
  const { active = 0, terminating = 0, startTime, uncountedTerminatedPods: open = {} } = now
  if (moved('active') && active > 0)
    errors.push(invalid('status.active', active, 'active>0 is invalid for finished job'))
  if (moved('startTime') && startTime === undefined)
    errors.push(required('status.startTime', 'startTime is required for finished job'))
  if (moved('uncountedTerminatedPods') && [...(open.failed ?? []), ...(open.succeeded ?? [])].length > 0) {
    const why = 'uncountedTerminatedPods needs to be empty for finished job'
    errors.push(invalid('status.uncountedTerminatedPods', open, why))
  }
  if (moved('terminating') && terminating > 0)
    errors.push(invalid('status.terminating', terminating, 'terminating>0 is invalid for finished job'))
}

function indexLists(job: JobView, old: JobView, errors: Errors): void {
  const { completions, completionMode, backoffLimitPerIndex } = job.spec ?? {}
  const now = statusOf(job)
  const moved = (['completedIndexes', 'failedIndexes'] as const).filter(
    (member) => !equal(now[member], statusOf(old)[member]),
  )
  let readable = true
  for (const member of moved) {
    const text = now[member]
    const at = `status.${member}`
    if (text === undefined) continue
    const { fault } = countIndexes(text, completions ?? Infinity)
    if (fault !== undefined) errors.push(invalid(at, text, `error parsing ${member}: ${fault}`))
    readable &&= fault === undefined
    if (member === 'completedIndexes' && text !== '' && completionMode !== 'Indexed')
      errors.push(invalid(at, text, 'cannot set non-empty completedIndexes when non-indexed completion mode'))
    if (member === 'failedIndexes' && backoffLimitPerIndex === undefined)
      errors.push(invalid(at, text, 'cannot set non-null failedIndexes when backoffLimitPerIndex is null'))
  }
  if (moved.length === 0 || !readable) return
  const both = sharedIndex(now.completedIndexes ?? '', now.failedIndexes ?? '')
  if (both !== undefined) {
    const why = `failedIndexes and completedIndexes overlap at index: ${both}`
    errors.push(invalid('status.failedIndexes', now.failedIndexes, why))
  }
}

/**
 * Validates a change of a job's status: external controllers may write it, so all of it is checked (release notes, 1.30; `managed`: the
 * gate JobManagedBy).
 */
export function validateJobStatus(job: JobView, old: JobView, managed: boolean, errors: Errors): void {
  if (!managed) return
  const [now, before] = [statusOf(job), statusOf(old)]
  ending(job, old, errors)
  times(job, old, errors)
  indexLists(job, old, errors)
  const changed = (now.ready ?? 0) !== (before.ready ?? 0) || (now.active ?? 0) !== (before.active ?? 0)
  if (changed && (now.ready ?? 0) > (now.active ?? 0))
    errors.push(invalid('status.ready', now.ready, 'cannot set more ready pods than active'))
  conditions(job, old, errors)
  const { completionMode, completions, parallelism } = job.spec ?? {}
  const shrinks = completionMode === 'Indexed' && completions === parallelism
  for (const [member, fixed] of [
    ['failed', true],
    ['succeeded', !shrinks],
  ] as const)
    if (fixed && (now[member] ?? 0) < (before[member] ?? 0))
      errors.push(invalid(`status.${member}`, now[member] ?? 0, `cannot decrease the ${member} counter`))
}
