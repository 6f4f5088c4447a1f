import type * as batch from 'kt126/batch/v1'
import { goSelector } from '../../../../machinery/go-values'
import { invalid, notSupported } from '../../../../machinery/field-error'
import { unknownFieldOfMetadata } from '../../../../machinery/fields'
import { invalidObject } from '../../../../machinery/invalid-object'
import { equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { behaves } from '../../../releases/ledger'
import { NONE, selectorCell, UNSET } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import { since } from '../../meta/duration'
import type { Errors } from '../../meta/rules'
import { nonNegative, oneOf, present } from '../../meta/rules'
import { AGE, containerColumns, tableOf } from '../../meta/table-columns'
import { defaultPodTemplate } from '../../shared/pod-defaults'
import { templateAddresses } from '../../shared/workloads'
import { podNameWarnings, podWarnings } from '../../shared/pod-warnings'
import { defaultFailurePolicy, validateJobSpec } from '../job-spec'
import { olderScheduleProblem, scheduleProblem } from './schedule'

const read = (object: ApiObject): Draft<batch.CronJob> => asDraft<batch.CronJob>(object)
const POLICIES = ['Allow', 'Forbid', 'Replace']
/** Job names append eleven characters. */
const LONGEST_NAME = 52
// The field is named as a real server does.
const ZONE_WARNING =
  'CRON_TZ or TZ used in spec.spec.schedule is not officially supported, see https://orch.io/docs/concepts/workloads/controllers/cron-jobs/ for more details'
const TWO_ZONES = 'cannot use both timeZone field and TZ or CRON_TZ in schedule'

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function validate(object: ApiObject, context: KindContext): Errors {
  const { spec = {} } = read(object)
  const errors: Errors = []
  if (present(spec.schedule, 'spec.schedule', errors)) {
    const schedule = spec.schedule ?? ''
    const problem = behaves('cron-schedule-words', context.release)
      ? scheduleProblem(schedule)
      : olderScheduleProblem(schedule)
    if (problem) errors.push(invalid('spec.schedule', spec.schedule, problem))
  }
  const { timeZone } = spec
  if (timeZone !== undefined) {
    if (timeZone === '') errors.push(invalid('spec.timeZone', timeZone, 'timeZone must be nil or non-empty string'))
    else if (timeZone.toLowerCase() === 'local')
      errors.push(
        invalid(
          'spec.timeZone',
          timeZone,
          'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
        ),
      )
    else if (!isTimeZone(timeZone)) errors.push(invalid('spec.timeZone', timeZone, `unknown time zone ${timeZone}`))
    const checked = !behaves('cron-schedule-without-zone', context.release)
    if (checked && /^(CRON_)?TZ=/.test(spec.schedule ?? ''))
      errors.push(invalid('spec.schedule', spec.schedule, TWO_ZONES))
  }
  nonNegative(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds', errors)
  oneOf(spec.concurrencyPolicy, POLICIES, 'spec.concurrencyPolicy', errors)
  const inside = spec.jobTemplate?.spec ?? {}
  validateJobSpec(inside, 'spec.jobTemplate.spec', context, errors)
  if (inside.selector)
    errors.push(
      invalid('spec.jobTemplate.spec.selector', goSelector(inside.selector), '`selector` will be auto-generated'),
    )
  if (inside.manualSelector) errors.push(notSupported('spec.jobTemplate.spec.manualSelector', true, ['nil', 'false']))
  nonNegative(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit', errors)
  nonNegative(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit', errors)
  const { name = '' } = object.metadata
  if (name.length > LONGEST_NAME)
    errors.push(invalid('metadata.name', name, `must be no more than ${LONGEST_NAME} characters`))
  return errors
}

/** A schedule must not name a zone, unless the stored one does already. */
function zoneErrors(object: ApiObject, old: ApiObject | undefined, release: number): Errors {
  const { schedule = '', timeZone } = read(object).spec ?? {}
  if (!schedule.includes('TZ') || !behaves('cron-schedule-without-zone', release)) return []
  if (!old || !read(old).spec?.schedule?.includes('TZ'))
    return [invalid('spec.schedule', schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')]
  return timeZone === undefined ? [] : [invalid('spec.schedule', schedule, TWO_ZONES)]
}

/** Creates jobs on a schedule. */
export const cronJob: KindBehaviour = {
  group: 'batch',
  resource: 'cronjobs',
  kind: 'CronJob',
  metadataPasses: [1, 0],
  defaults(object, _version, served) {
    const draft = read(object)
    draft.spec ??= {}
    const { spec } = draft
    spec.concurrencyPolicy ||= 'Allow'
    spec.suspend ??= false
    spec.successfulJobsHistoryLimit ??= 3
    spec.failedJobsHistoryLimit ??= 1
    spec.jobTemplate ??= {}
    spec.jobTemplate.metadata ??= {}
    Object.assign(spec.jobTemplate.metadata, { creationTimestamp: spec.jobTemplate.metadata.creationTimestamp ?? null })
    spec.jobTemplate.spec ??= {}
    spec.jobTemplate.spec.template = defaultPodTemplate(spec.jobTemplate.spec.template, served)
    defaultFailurePolicy(spec.jobTemplate.spec)
    draft.status ??= {}
  },
  prepareForCreate(object, { release }) {
    object['status'] = {}
    if (!behaves('cron-job-generation', release)) delete object.metadata.generation
  },
  beginCreate(object, { release }) {
    const errors = zoneErrors(object, undefined, release)
    if (errors.length > 0) throw invalidObject({ group: 'batch', kind: 'CronJob' }, object.metadata.name ?? '', errors)
  },
  validate,
  validateUpdate: (object, old, { release }) => zoneErrors(object, old, release),
  addresses: templateAddresses('spec.jobTemplate.spec.template.spec'),
  warnings(object, { release }, old) {
    const template = read(object).spec?.jobTemplate?.spec?.template
    const same = old && equal(template, read(old).spec?.jobTemplate?.spec?.template)
    const zone = read(object).spec?.schedule?.includes('TZ') && behaves('cron-zone-warning', release)
    return [
      ...(old ? [] : podNameWarnings(object.metadata.name, release)),
      ...(same
        ? []
        : podWarnings(template?.spec ?? {}, template?.metadata, 'spec.jobTemplate.spec.template.spec', release)),
      ...(zone ? [ZONE_WARNING] : []),
    ]
  },
  hasStatus: true,
  generation: (object, old) => old.metadata.generation !== undefined && !equal(object['spec'], old['spec']),
  subresources: { status: { validateUpdate: () => [] } },
  orphansThrough: ['batch/v1beta1', 'batch/v2alpha1'],
  // Old versions accept the job's field selector, which has no meaning here.
  fieldSelectors: { 'status.successful': () => '' },
  offersField: (_field, apiVersion) => apiVersion !== 'batch/v1',
  unknownField: (field, apiVersion) =>
    apiVersion === 'batch/v1' ? unknownFieldOfMetadata(field) : `field label "${field}" not supported for "CronJob"`,
  ...tableOf(
    read,
    ['Schedule', 'string', ({ spec = {} }) => spec.schedule ?? ''],
    ['Timezone', 'string', ({ spec = {} }) => spec.timeZone ?? NONE, { since: 30 }],
    ['Suspend', 'boolean', ({ spec = {} }) => (spec.suspend === undefined ? UNSET : spec.suspend ? 'True' : 'False')],
    ['Active', 'integer', ({ status = {} }) => (status.active ?? []).length],
    [
      'Last Schedule',
      'string',
      ({ status = {} }, _object, now) => (status.lastScheduleTime ? since(status.lastScheduleTime, now) : NONE),
    ],
    AGE,
    ...containerColumns<Draft<batch.CronJob>>(({ spec = {} }) => spec.jobTemplate?.spec?.template?.spec),
    ['Selector', 'string', ({ spec = {} }) => selectorCell(spec.jobTemplate?.spec?.selector), { priority: 1 }],
  ),
}
