import type * as batch from 'kt126/batch/v1'
import { invalid, required } from '../../../../machinery/field-error'
import { goSelector } from '../../../../machinery/go-values'
import { clone, equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour, KindContext } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import { selectorCell } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import { humanDuration } from '../../meta/duration'
import type { Errors } from '../../meta/rules'
import { labelSelector, unchanged, unchangedStruct } from '../../meta/rules'
import { defaultPodTemplate } from '../../shared/pod-defaults'
import {
  completeConditions,
  nonNegativeCounts,
  selects,
  TEMPLATE_ADDRESSES,
  templateWarnings,
  unselected,
} from '../../shared/workloads'
import { defaultFailurePolicy, defaultRetries, validateJobSpec } from '../job-spec'
import { AGE, containerColumns, tableOf } from '../../meta/table-columns'
import type { JobSpec } from '../job-fields'
import { validateJobStatus } from './job-status'
import { jobState, type JobView } from './job-state'

const read = (object: ApiObject): JobView => asDraft<batch.Job>(object)
const UID_LABEL = 'controller-uid'
const NAME_LABEL = 'job-name'
const PREFIX = 'batch.orch.io/'

interface GeneratedLabels {
  readonly labels: Readonly<Record<string, string>>
  /** Label used in the selector. */
  readonly selecting: string
}

/** Labels generated for a job's pods: its uid and name, and since 1.27 also under prefixed names. */
function generatedLabels({ metadata: { uid = '', name = '' } }: ApiObject, release: number): GeneratedLabels {
  const labels = { [UID_LABEL]: uid, [NAME_LABEL]: name }
  if (!behaves('job-prefixed-labels', release)) return { labels, selecting: UID_LABEL }
  const prefixed = { [`${PREFIX}${UID_LABEL}`]: uid, [`${PREFIX}${NAME_LABEL}`]: name }
  return { labels: { ...prefixed, ...labels }, selecting: `${PREFIX}${UID_LABEL}` }
}

/** Generates selector and template labels from uid and name, unless selector generation is manual. */
function generateSelector(object: ApiObject, release: number): void {
  const { spec = {} } = read(object)
  if (spec.manualSelector === true) return
  const { labels, selecting } = generatedLabels(object, release)
  const template = spec.template ?? {}
  template.metadata ??= {}
  template.metadata.labels = { ...labels, ...template.metadata.labels }
  spec.template = template
  spec.selector ??= {}
  spec.selector.matchLabels = { [selecting]: object.metadata.uid ?? '', ...spec.selector.matchLabels }
}

function labelLikeTemplate(object: ApiObject): void {
  const labels = read(object).spec?.template?.metadata?.labels
  if (!labels || Object.keys(labels).length === 0 || Object.keys(object.metadata.labels ?? {}).length > 0) return
  object.metadata.labels = labels
}

/** A job without labels shares its template's labels, so generated ones apply to both. */
const sharesLabels = (given: ApiObject | undefined): boolean =>
  given?.metadata.labels !== undefined && given.metadata.labels === read(given).spec?.template?.metadata?.labels

function validateGenerated(object: ApiObject, release: number, errors: Errors): void {
  const { spec = {} } = read(object)
  if (spec.manualSelector === true || !spec.selector) return
  const { labels: all } = generatedLabels(object, release)
  // Jobs created by an earlier release lack the later labels, and the template is immutable.
  const labels = spec.template?.metadata?.labels ?? {}
  const later = Object.keys(labels).some((key) => key.startsWith(PREFIX))
  const expected = Object.fromEntries(Object.entries(all).filter(([key]) => later || !key.startsWith(PREFIX)))
  for (const [key, value] of Object.entries(expected)) {
    const at = `spec.template.metadata.labels[${key}]`
    const actual = labels[key]
    if (actual === undefined) errors.push(required(at, `must be '${value}'`))
    else if (actual !== value) errors.push(invalid(at, actual, `must be '${value}'`))
  }
  if (!selects(spec.selector, expected))
    errors.push(invalid('spec.selector', goSelector(spec.selector), '`selector` not auto-generated'))
}

function validate(object: ApiObject, context: KindContext): Errors {
  const { spec = {} } = read(object)
  const errors: Errors = []
  validateGenerated(object, context.release, errors)
  validateJobSpec(spec, 'spec', context, errors)
  if (!spec.selector) errors.push(required('spec.selector'))
  else labelSelector(spec.selector, 'spec.selector', errors)
  const labels = spec.template?.metadata?.labels
  if (!selects(spec.selector, labels)) errors.push(unselected(labels))
  return errors
}

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

function validateUpdate(object: ApiObject, old: ApiObject, context: KindContext): Errors {
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

function completionsText({ spec = {}, status = {} }: JobView): string {
  const done = status.succeeded ?? 0
  const parallel = spec.parallelism ?? 0
  if (spec.completions !== undefined) return `${done}/${spec.completions}`
  return parallel > 1 ? `${done}/1 of ${parallel}` : `${done}/1`
}

function durationText({ startTime, completionTime }: Draft<batch.JobStatus>, now: number): string {
  const end = completionTime ? Date.parse(completionTime) : now
  return startTime ? humanDuration(end - Date.parse(startTime)) : ''
}

const MANY_COMPLETIONS = 100_000
const MANY_AT_ONCE = 10_000
const TOO_MANY_INDEXES =
  'spec: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Orch might not be able to track completedIndexes when a big number of indexes fail'

/** Runs pods until enough of them have succeeded. */
export const job: KindBehaviour = {
  group: 'batch',
  resource: 'jobs',
  kind: 'Job',
  repeatsObjectErrors: true,
  defaults(object, _version, served) {
    const draft = read(object)
    draft.spec ??= {}
    const { spec } = draft
    if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1
    spec.parallelism ??= 1
    defaultRetries(spec, served)
    spec.template = defaultPodTemplate(spec.template, served)
    labelLikeTemplate(object)
    if (behaves('job-completion-mode', served.release)) {
      spec.completionMode ??= 'NonIndexed'
      spec.suspend ??= false
    }
    defaultFailurePolicy(spec)
    draft.status ??= {}
    completeConditions(draft.status.conditions, 'lastProbeTime')
  },
  prepareForCreate(object, { release }, given) {
    object['status'] = {}
    generateSelector(object, release)
    if (sharesLabels(given)) {
      const { labels } = read(object).spec?.template?.metadata ?? {}
      if (labels) object.metadata.labels = labels
    }
    if (!behaves('job-generation', release)) delete object.metadata.generation
  },
  validate,
  validateUpdate,
  // A job still without labels takes the generated ones.
  beginCreate: labelLikeTemplate,
  addresses: TEMPLATE_ADDRESSES,
  warnings(object, context, old) {
    const { completionMode, completions = 0, parallelism = 0 } = read(object).spec ?? {}
    const many = completionMode === 'Indexed' && completions > MANY_COMPLETIONS && parallelism > MANY_AT_ONCE
    return [
      ...(many && behaves('many-indexes-warnings', context.release) ? [TOO_MANY_INDEXES] : []),
      ...templateWarnings(object, context, old),
    ]
  },
  hasStatus: true,
  generation: (object, old) => old.metadata.generation !== undefined && !equal(object['spec'], old['spec']),
  subresources: {
    status: {
      validateUpdate(object, old, { feature }) {
        const errors: Errors = []
        nonNegativeCounts(read(object).status ?? {}, ['active', 'succeeded', 'failed', 'ready', 'terminating'], errors)
        validateJobStatus(read(object), read(old), feature('JobManagedBy'), errors)
        return errors
      },
    },
  },
  orphansThrough: ['batch/v1'],
  fieldSelectors: { 'status.successful': (object) => String(read(object).status?.succeeded ?? 0) },
  ...tableOf(
    read,
    ['Status', 'string', jobState, { since: 30 }],
    ['Completions', 'string', completionsText],
    ['Duration', 'string', ({ status = {} }, _object, now) => durationText(status, now)],
    AGE,
    ...containerColumns<JobView>(({ spec = {} }) => spec.template?.spec),
    ['Selector', 'string', ({ spec = {} }) => selectorCell(spec.selector), { priority: 1 }],
  ),
}
