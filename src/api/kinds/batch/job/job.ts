import type * as batch from 'kt126/batch/v1'
import { invalid, required } from '../../../../machinery/field-error'
import { clone, equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour, KindContext } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import { selectorCell } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import { humanDuration } from '../../meta/duration'
import type { Errors } from '../../meta/rules'
import { labelSelector, unchanged } from '../../meta/rules'
import { defaultPodTemplate } from '../../shared/pod-defaults'
import { completeConditions, nonNegativeCounts, selects, templateWarnings } from '../../shared/workloads'
import type { JobSpec } from '../job-spec'
import { defaultFailurePolicy, validateJobSpec } from '../job-spec'
import { AGE, containerColumns, tableOf } from '../../meta/table-columns'

const read = (object: ApiObject): Draft<batch.Job> => asDraft<batch.Job>(object)
const UID_LABEL = 'controller-uid'
const NAME_LABEL = 'job-name'

/** Unless the person does it, the selector and the labels that it needs are made from the job's uid and name. */
function generateSelector(object: ApiObject): void {
  const { spec = {} } = read(object)
  if (spec.manualSelector === true) return
  const { uid = '', name = '' } = object.metadata
  const template = defaultPodTemplate(spec.template)
  template.metadata ??= {}
  template.metadata.labels = { [UID_LABEL]: uid, [NAME_LABEL]: name, ...template.metadata.labels }
  spec.template = template
  spec.selector ??= {}
  spec.selector.matchLabels = { [UID_LABEL]: uid, ...spec.selector.matchLabels }
}

function labelLikeTemplate(object: ApiObject): void {
  const labels = read(object).spec?.template?.metadata?.labels
  if (!labels || Object.keys(labels).length === 0 || Object.keys(object.metadata.labels ?? {}).length > 0) return
  object.metadata.labels = labels
}

/** Labels that a job took over from its template are one with them: what is made for the template is the job's too. */
const sharesLabels = (given: ApiObject | undefined): boolean =>
  given?.metadata.labels !== undefined && given.metadata.labels === read(given).spec?.template?.metadata?.labels

function validateGenerated(object: ApiObject, errors: Errors): void {
  const { spec = {} } = read(object)
  if (spec.manualSelector === true || !spec.selector) return
  const { uid = '', name = '' } = object.metadata
  const expected = { [UID_LABEL]: uid, [NAME_LABEL]: name }
  for (const [key, value] of Object.entries(expected)) {
    const at = `spec.template.metadata.labels[${key}]`
    const actual = spec.template?.metadata?.labels?.[key]
    if (actual === undefined) errors.push(required(at, `must be '${value}'`))
    else if (actual !== value) errors.push(invalid(at, actual, `must be '${value}'`))
  }
  if (!selects(spec.selector, expected))
    errors.push(invalid('spec.selector', spec.selector, '`selector` not auto-generated'))
}

function validate(object: ApiObject, context: KindContext): Errors {
  const { spec = {} } = read(object)
  const errors: Errors = []
  validateGenerated(object, errors)
  validateJobSpec(spec, 'spec', context, errors)
  if (!spec.selector) errors.push(required('spec.selector'))
  else labelSelector(spec.selector, 'spec.selector', errors)
  const labels = spec.template?.metadata?.labels
  if (!selects(spec.selector, labels))
    errors.push(invalid('spec.template.metadata.labels', labels ?? {}, '`selector` does not match template `labels`'))
  return errors
}

/** Node scheduling is mutable while a job is suspended and has never started. */
function mayMove({ status = {} }: Draft<batch.Job>, before: JobSpec, context: KindContext): boolean {
  return behaves('job-scheduling-mutable', context) && before.suspend === true && status.startTime === undefined
}

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
  unchanged(spec.selector, before.selector, 'spec.selector', errors)
  const template = clone(spec.template ?? {})
  const reference = clone(before.template ?? {})
  if (mayMove(read(old), before, context))
    for (const side of [template, reference]) {
      if (side.spec)
        for (const member of ['nodeSelector', 'affinity', 'tolerations', 'schedulingGates'] as const)
          delete side.spec[member]
      if (side.metadata) for (const member of ['annotations', 'labels'] as const) delete side.metadata[member]
    }
  unchanged(template, reference, 'spec.template', errors)
  unchanged(spec.completionMode, before.completionMode, 'spec.completionMode', errors)
  unchanged(spec.podFailurePolicy, before.podFailurePolicy, 'spec.podFailurePolicy', errors)
  return errors
}

function completionsText({ spec = {}, status = {} }: Draft<batch.Job>): string {
  const done = status.succeeded ?? 0
  const parallel = spec.parallelism ?? 0
  if (spec.completions !== undefined) return `${done}/${spec.completions}`
  return parallel > 1 ? `${done}/1 of ${parallel}` : `${done}/1`
}

function durationText({ startTime, completionTime }: Draft<batch.JobStatus>, now: number): string {
  const end = completionTime ? Date.parse(completionTime) : now
  return startTime ? humanDuration(end - Date.parse(startTime)) : ''
}

/** Work that ends: pods that run until enough of them have succeeded. */
export const job: KindBehaviour = {
  group: 'batch',
  resource: 'jobs',
  kind: 'Job',
  defaults(object, _version, { release }) {
    const draft = read(object)
    draft.spec ??= {}
    const { spec } = draft
    if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1
    spec.parallelism ??= 1
    spec.backoffLimit ??= 6
    spec.template = defaultPodTemplate(spec.template)
    labelLikeTemplate(object)
    if (behaves('job-completion-mode', release)) {
      spec.completionMode ??= 'NonIndexed'
      spec.suspend ??= false
    }
    defaultFailurePolicy(spec)
    draft.status ??= {}
    completeConditions(draft.status.conditions, 'lastProbeTime')
  },
  prepareForCreate(object, { release }, given) {
    object['status'] = {}
    generateSelector(object)
    if (sharesLabels(given)) {
      const { labels } = read(object).spec?.template?.metadata ?? {}
      if (labels) object.metadata.labels = labels
    }
    if (!behaves('job-generation', release)) delete object.metadata.generation
  },
  validate,
  validateUpdate,
  // A job that still has no labels takes over what was made for its pods.
  beginCreate: labelLikeTemplate,
  warnings: templateWarnings,
  hasStatus: true,
  generation: (object, old) => old.metadata.generation !== undefined && !equal(object['spec'], old['spec']),
  subresources: {
    status: {
      validateUpdate(object) {
        const errors: Errors = []
        nonNegativeCounts(read(object).status ?? {}, ['active', 'succeeded', 'failed', 'ready'], errors)
        return errors
      },
    },
  },
  orphansThrough: ['batch/v1'],
  fieldSelectors: { 'status.successful': (object) => String(read(object).status?.succeeded ?? 0) },
  ...tableOf(
    read,
    ['Completions', 'string', completionsText],
    ['Duration', 'string', ({ status = {} }, _object, now) => durationText(status, now)],
    AGE,
    ...containerColumns<Draft<batch.Job>>(({ spec = {} }) => spec.template?.spec),
    ['Selector', 'string', ({ spec = {} }) => selectorCell(spec.selector), { priority: 1 }],
  ),
}
