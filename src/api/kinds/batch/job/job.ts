import type * as batch from 'kt126/batch/v1'
import { required } from '../../../../machinery/field-error'
import { equal } from '../../../../machinery/json'
import { addAll } from '../../../../machinery/lists'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { behaves } from '../../../releases/ledger'
import { selectorCell } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import { humanDuration } from '../../meta/duration'
import type { Errors } from '../../meta/rules'
import { labelSelector } from '../../meta/rules'
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
import { validateJobStatus } from './job-status'
import { jobState, type JobView } from './job-state'
import { validateGenerated, generateSelector } from './job-selector'
import { validateJobUpdate } from './job-update'

const read = (object: ApiObject): JobView => asDraft<batch.Job>(object)
function labelLikeTemplate(object: ApiObject): void {
  const labels = read(object).spec?.template?.metadata?.labels
  if (!labels || Object.keys(labels).length === 0 || Object.keys(object.metadata.labels ?? {}).length > 0) return
  object.metadata.labels = labels
}

/** A job without labels shares its template's labels, so generated ones apply to both. */
const sharesLabels = (given: ApiObject | undefined): boolean =>
  given?.metadata.labels !== undefined && given.metadata.labels === read(given).spec?.template?.metadata?.labels

function validate(object: ApiObject, context: KindContext): Errors {
  const errors: Errors = []
  validateGenerated(object, context.release, errors)
  addAll(errors, validateSpec(object, context))
  return errors
}

function validateSpec(object: ApiObject, context: KindContext): Errors {
  const { spec = {} } = read(object)
  const errors: Errors = []
  validateJobSpec(spec, 'spec', context, errors)
  if (!spec.selector) errors.push(required('spec.selector'))
  else labelSelector(spec.selector, 'spec.selector', errors)
  const labels = spec.template?.metadata?.labels
  if (!selects(spec.selector, labels)) errors.push(unselected(labels))
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

/** Annotation of jobs whose pods are counted by finalizers. */
const TRACKED = 'batch.orch.io/job-tracking'
const MANY_COMPLETIONS = 100_000
const MANY_AT_ONCE = 10_000
const TOO_MANY_INDEXES =
  'spec: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Orch might not be able to track completedIndexes when a big number of indexes fail'

/** Runs pods until enough of them have succeeded. */
export const job: KindBehaviour = {
  group: 'batch',
  resource: 'jobs',
  kind: 'Job',
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
  prepareForCreate(object, { release, feature }, given) {
    object['status'] = {}
    if (feature('JobTrackingWithFinalizers') && behaves('job-tracking-annotation', release))
      object.metadata.annotations = { ...object.metadata.annotations, [TRACKED]: '' }
    generateSelector(object, release)
    if (sharesLabels(given)) {
      const { labels } = read(object).spec?.template?.metadata ?? {}
      if (labels) object.metadata.labels = labels
    }
    if (!behaves('job-generation', release)) delete object.metadata.generation
  },
  validate,
  validateUpdate: (object, old, context) => [
    ...validateSpec(object, context),
    ...validateJobUpdate(object, old, context),
  ],
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
  unknownField: (field) => `field label "${field}" not supported for batchv1.Job`,
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
