import type * as core from 'kt126/core/v1'
import { invalid, required } from '../../../../machinery/field-error'
import { equal, isObject } from '../../../../machinery/json'
import { dns1123Subdomain, nameOfPrefix } from '../../../../machinery/names'
import type { ApiObject } from '../../../../machinery/object'
import { validateObjectMeta } from '../../../../machinery/object-meta'
import { behaves } from '../../../releases/ledger'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { tableOf } from '../../meta/table-columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import { since } from '../../meta/duration'
import type { Errors } from '../../meta/rules'
import { qualifiedName, unchanged } from '../../meta/rules'

type Event = Draft<core.Event>
const read = (object: ApiObject): Event => asDraft<core.Event>(object)

const LONGEST_WORD = 128
const LONGEST_NOTE = 1024

/** Rules for events of both groups: the namespace, and what an event with eventTime requires. */
function validateEvent(object: ApiObject, controllerField: string, release: number): Errors {
  const event = read(object)
  const errors: Errors = []
  const { namespace = '' } = object.metadata
  const about = event.involvedObject?.namespace ?? ''
  const isShared = namespace === '' || namespace === 'default'
  // Events with eventTime may refer to an object in any namespace.
  const matches = event.eventTime
    ? about !== '' || namespace === 'orch-system' || (isShared && behaves('cluster-events-in-default', release))
    : about === ''
      ? isShared
      : about === namespace
  if (!matches) errors.push(invalid('involvedObject.namespace', about, 'does not match event.namespace'))
  if (!event.eventTime) return errors
  const controller = event.reportingComponent ?? ''
  if (controller === '') errors.push(required(controllerField))
  qualifiedName(controller, controllerField, errors)
  for (const member of ['reportingInstance', 'action', 'reason'] as const) {
    const word = event[member] ?? ''
    if (word === '') errors.push(required(member))
    if (word.length > LONGEST_WORD) errors.push(invalid(member, '', `can have at most ${LONGEST_WORD} characters`))
  }
  if ((event.message ?? '').length > LONGEST_NOTE)
    errors.push(invalid('message', '', `can have at most ${LONGEST_NOTE} characters`))
  return errors
}

function validateSeries({ series }: Event, errors: Errors): void {
  if (!series) return
  if ((series.count ?? 0) < 2) errors.push(invalid('series.count', '', 'should be at least 2'))
  if (!series.lastObservedTime) errors.push(required('series.lastObservedTime'))
}

const subdomainRule = (name: string, prefix: boolean): string[] => dns1123Subdomain(prefix ? nameOfPrefix(name) : name)

/** Additional rules for new events in the stable version of the events group. */
function validateNewEvent(object: ApiObject, release: number): Errors {
  const event = read(object)
  const errors = validateEvent(object, 'reportingController', release)
  errors.push(...validateObjectMeta(object.metadata, { nameMessages: subdomainRule, namespaced: true }))
  validateSeries(event, errors)
  if (!event.eventTime) errors.push(required('eventTime'))
  if (event.type !== 'Normal' && event.type !== 'Warning')
    errors.push(invalid('type', '', `has invalid value: ${event.type ?? ''}`))
  const old = 'needs to be unset'
  if (event.firstTimestamp) errors.push(invalid('firstTimestamp', '', old))
  if (event.lastTimestamp) errors.push(invalid('lastTimestamp', '', old))
  if (event.count) errors.push(invalid('count', '', old))
  if (event.source?.component || event.source?.host) errors.push(invalid('source', '', old))
  return errors
}

const FIXED = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'type',
  'eventTime',
  'action',
  'related',
  'reportingInstance',
] as const

/** One group omits empty values that the other writes. */
const given = (value: unknown): unknown =>
  value === '' || value === 0 || value === null || (isObject(value) && Object.keys(value).length === 0)
    ? undefined
    : value

/** In the events group, only an event's series may change. */
function validateNewEventUpdate(object: ApiObject, old: ApiObject): Errors {
  const errors: Errors = []
  for (const member of FIXED) unchanged(given(object[member]), given(old[member]), member, errors)
  unchanged(given(object['reportingComponent']), given(old['reportingComponent']), 'reportingController', errors)
  if (!equal(object['series'], old['series'])) validateSeries(read(object), errors)
  return errors
}

/** Field selector names of each group. */
const selectorsOf = (prefix: string, controller: string): NonNullable<KindBehaviour['fieldSelectors']> => ({
  ...Object.fromEntries(
    (['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const).map((member) => [
      `${prefix}.${member}`,
      (object: ApiObject) => read(object).involvedObject?.[member] ?? '',
    ]),
  ),
  [controller]: (object) => read(object).reportingComponent ?? '',
})

function sourceText({ source = {}, reportingComponent, reportingInstance }: Event): string {
  return [source.component || reportingComponent, source.host || reportingInstance].filter(Boolean).join(', ')
}

/** When an event was first seen, and how long ago it last occurred. */
function timesOf(event: Event, now: number): { first: string; last: string } {
  const first = since(event.firstTimestamp || event.eventTime, now)
  if (event.series) return { first, last: since(event.series.lastObservedTime, now) }
  return { first, last: event.lastTimestamp ? since(event.lastTimestamp, now) : first }
}

function involvedText({ involvedObject = {} }: Event): string {
  const kind = (involvedObject.kind ?? '').toLowerCase()
  return involvedObject.name ? `${kind}/${involvedObject.name}` : kind
}

const GROUP = 'events.orch.io'
/** Only the stable version of the events group is strict; its beta is validated like the core group. */
const isStrict = ({ group, version }: KindContext): boolean => group === GROUP && version === 'v1'

function defaultGroupEvent(object: ApiObject): void {
  object['regarding'] ??= {}
  object['deprecatedSource'] ??= {}
  for (const member of ['eventTime', 'deprecatedFirstTimestamp', 'deprecatedLastTimestamp']) object[member] ??= null
}

/** Name of the reporting controller in errors: the core group has its own, which earlier releases don't use. */
const controllerField = ({ group, release }: KindContext): string =>
  group !== GROUP && behaves('event-names-component', release) ? 'reportingComponent' : 'reportingController'

/** Updated events: the stable version is strict with new ones only. */
const updates = new WeakSet<ApiObject>()

/** Columns; releases up to 1.22 count the event before a series too (published change of September 2021), so `singles` is added. */
const tableCounting = (singles: number) =>
  tableOf(
    read,
    ['Last Seen', 'string', (event, _object, now) => timesOf(event, now).last],
    ['Type', 'string', ({ type = '' }) => type],
    ['Reason', 'string', ({ reason = '' }) => reason],
    ['Object', 'string', involvedText],
    ['Subobject', 'string', ({ involvedObject = {} }) => involvedObject.fieldPath ?? '', { priority: 1 }],
    ['Source', 'string', sourceText, { priority: 1 }],
    ['Message', 'string', ({ message = '' }) => message.trim()],
    ['First Seen', 'string', (event, _object, now) => timesOf(event, now).first, { priority: 1 }],
    ['Count', 'string', ({ series, count }) => (series ? (series.count ?? 0) + singles : count || 1), { priority: 1 }],
    ['Name', 'string', (_, object) => object.metadata.name ?? '', { priority: 1, format: 'name' }],
  )

/** Something that happened to an object. Core and events group serve the same events. */
export const event: KindBehaviour = {
  group: '',
  resource: 'events',
  kind: 'Event',
  metadataPasses: [0, 0],
  anyFinalizer: true,
  createOnUpdate: true,
  propagation: 'never',
  defaults(object) {
    if (object.apiVersion?.startsWith(`${GROUP}/`)) return defaultGroupEvent(object)
    const draft = read(object)
    draft.involvedObject ??= {}
    draft.source ??= {}
    draft.reportingComponent ??= ''
    draft.reportingInstance ??= ''
    for (const member of ['eventTime', 'firstTimestamp', 'lastTimestamp'] as const)
      Object.assign(draft, { [member]: draft[member] ?? null })
    if (draft.series) Object.assign(draft.series, { lastObservedTime: draft.series.lastObservedTime ?? null })
  },
  // Most events are created by programs with arbitrary names.
  nameRule: 'path',
  prepareForUpdate: (object) => {
    updates.add(object)
  },
  validate: (object, context) =>
    isStrict(context) && !updates.has(object)
      ? validateNewEvent(object, context.release)
      : validateEvent(object, controllerField(context), context.release),
  validateUpdate: (object, old, context) =>
    isStrict(context) && behaves('event-updates-judged', context.release) ? validateNewEventUpdate(object, old) : [],
  fieldSelectors: {
    ...selectorsOf('involvedObject', 'reportingComponent'),
    ...selectorsOf('regarding', 'reportingController'),
    reason: (object) => read(object).reason ?? '',
    type: (object) => read(object).type ?? '',
    source: (object) => read(object).source?.component || (read(object).reportingComponent ?? ''),
  },
  // Each group uses its own field names; only the core group has a source.
  offersField: (field, apiVersion) =>
    apiVersion.startsWith(`${GROUP}/`)
      ? !/^(involvedObject\.|reportingComponent$|source$)/.test(field)
      : !/^(regarding\.|reportingController$)/.test(field),
  ...tableCounting(1),
  since: { 23: tableCounting(0) },
  columnsWithName: true,
}
