/** What an update may change in a job: nearly nothing of its pods, unless it is suspended. */
import type * as batch from 'kt126/batch/v1'
import { invalid } from '../../../../machinery/field-error'
import { goSelector } from '../../../../machinery/go-values'
import { clone, equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindContext } from '../../../kind-context'
import { behaves } from '../../../releases/ledger'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { unchanged, unchangedStruct } from '../../meta/rules'
import type { JobSpec } from '../job-fields'
import type { JobView } from './job-state'

const read = (object: ApiObject): JobView => asDraft<batch.Job>(object)

/** Whether a job is suspended and none of its pods runs any more, or ever did. */
function isAtRest({ spec = {}, status = {} }: JobView): boolean {
  if (spec.suspend !== true || (status.active ?? 0) > 0) return false
  const suspended = status.conditions?.some(({ type, status: is }) => type === 'Suspended' && is === 'True')
  return status.startTime === undefined || suspended === true
}

/** Whether scheduling directives are mutable: while a job is suspended and, in earlier releases, has never started. */
function mayMove(before: JobView, context: KindContext): boolean {
  if (!behaves('job-scheduling-mutable', context)) return false
  if (context.feature('MutableSchedulingDirectivesForSuspendedJobs') && isAtRest(before)) return true
  return before.spec?.suspend === true && before.status?.startTime === undefined
}

/** Removes from a template what an update of a suspended job may change. */
function withoutMutable(template: JobSpec['template'], before: JobView, context: KindContext): JobSpec['template'] {
  const { metadata, spec, ...rest } = clone(template ?? {})
  if (mayMove(before, context)) {
    for (const member of ['nodeSelector', 'affinity', 'tolerations', 'schedulingGates'] as const) delete spec?.[member]
    for (const member of ['annotations', 'labels'] as const) delete metadata?.[member]
  }
  if (context.feature('MutablePodResourcesForSuspendedJobs') && isAtRest(before))
    for (const container of [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]) delete container.resources
  return { ...rest, ...(metadata && { metadata }), ...(spec && { spec }) }
}

const FIXED = ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'] as const

/** Errors of an update of the spec; what a suspended job's pods are may still change. */
export function validateJobUpdate(object: ApiObject, old: ApiObject, context: KindContext): Errors {
  const { spec = {} } = read(object)
  const { spec: before = {} } = read(old)
  const errors: Errors = []
  const elastic =
    behaves('elastic-indexed-jobs', context.release) &&
    before.completionMode === 'Indexed' &&
    spec.completions === spec.parallelism &&
    spec.completions !== undefined
  if (!elastic) unchanged(spec.completions, before.completions, 'spec.completions', errors)
  if (!equal(spec.selector, before.selector))
    errors.push(invalid('spec.selector', goSelector(spec.selector), 'field is immutable'))
  const template = withoutMutable(spec.template, read(old), context)
  const fixed = withoutMutable(before.template, read(old), context)
  unchangedStruct('core.PodTemplateSpec', template, fixed, 'spec.template', errors)
  for (const member of FIXED) unchanged(spec[member], before[member], `spec.${member}`, errors)
  return errors
}
