import type * as core from 'kt126/core/v1'
import { invalid, required } from '../../../machinery/field-error'
import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour, KindContext } from '../../kind'
import { columns } from '../meta/columns'
import type { Draft } from '../meta/draft'
import { asDraft } from '../meta/draft'
import { since } from '../meta/duration'
import type { Errors } from '../meta/rules'
import { qualifiedName, unchanged } from '../meta/rules'

type Event = Draft<core.Event>
const read = (object: ApiObject): Event => asDraft<core.Event>(object)

const LONGEST_WORD = 128
const LONGEST_NOTE = 1024

/** What holds for events of both groups: the namespace, and what an event with an exact time must tell. */
function validateEvent(object: ApiObject, controllerField: string): Errors {
  const event = read(object)
  const errors: Errors = []
  const { namespace = '' } = object.metadata
  const about = event.involvedObject?.namespace ?? ''
  const matches = about === '' ? namespace === '' || namespace === 'default' : about === namespace
  if (!matches) errors.push(invalid('involvedObject.namespace', about, 'does not match event.namespace'))
  if (!event.eventTime) return errors
  const controller = event.reportingComponent ?? ''
  if (controller === '') errors.push(required(controllerField))
  qualifiedName(controller, controllerField, errors)
  for (const member of ['reportingInstance', 'action', 'reason'] as const) {
    const word = event[member] ?? ''
    if (word === '') errors.push(required(member))
    if (word.length > LONGEST_WORD) errors.push(invalid(member, word, `can have at most ${LONGEST_WORD} characters`))
  }
  if ((event.message ?? '').length > LONGEST_NOTE)
    errors.push(invalid('message', event.message, `can have at most ${LONGEST_NOTE} characters`))
  return errors
}

/** What the stable version of the events group asks beside. */
function validateNewEvent(object: ApiObject): Errors {
  const event = read(object)
  const errors = validateEvent(object, 'reportingController')
  if (event.series) {
    if ((event.series.count ?? 0) < 2)
      errors.push(invalid('series.count', event.series.count ?? 0, 'should be at least 2'))
    if (!event.series.lastObservedTime) errors.push(required('series.lastObservedTime'))
  }
  if (!event.eventTime) errors.push(required('eventTime'))
  if (event.type !== 'Normal' && event.type !== 'Warning') errors.push(invalid('type', event.type, 'has invalid value'))
  const old = 'needs to be unset'
  if (event.firstTimestamp) errors.push(invalid('firstTimestamp', event.firstTimestamp, old))
  if (event.lastTimestamp) errors.push(invalid('lastTimestamp', event.lastTimestamp, old))
  if (event.count) errors.push(invalid('count', event.count, old))
  if (event.source?.component || event.source?.host) errors.push(invalid('source', event.source, old))
  return errors
}

const FIXED = [
  'involvedObject',
  'reason',
  'message',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'type',
  'eventTime',
  'action',
  'related',
  'reportingInstance',
] as const

/** An event of the events group stays what it was; only its series goes on. */
function validateNewEventUpdate(object: ApiObject, old: ApiObject): Errors {
  const errors: Errors = []
  for (const member of FIXED) unchanged(object[member], old[member], member, errors)
  unchanged(object['reportingComponent'], old['reportingComponent'], 'reportingController', errors)
  return errors
}

/** What each group calls the members that selectors may name. */
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

function cells(object: ApiObject, now: number): unknown[] {
  const event = read(object)
  const first = since(event.firstTimestamp || event.eventTime, now)
  const last = event.lastTimestamp ? since(event.lastTimestamp, now) : first
  const { involvedObject = {}, series } = event
  const kind = (involvedObject.kind ?? '').toLowerCase()
  return [
    series ? since(series.lastObservedTime, now) : last,
    event.type ?? '',
    event.reason ?? '',
    involvedObject.name ? `${kind}/${involvedObject.name}` : kind,
    involvedObject.fieldPath ?? '',
    sourceText(event),
    (event.message ?? '').trim(),
    first,
    series ? (series.count ?? 0) : event.count || 1,
    object.metadata.name ?? '',
  ]
}

const GROUP = 'events.orch.io'
/** Only the stable version of the events group is strict; its beta is judged like the first group. */
const isStrict = ({ group, version }: KindContext): boolean => group === GROUP && version === 'v1'

function defaultGroupEvent(object: ApiObject): void {
  object['regarding'] ??= {}
  object['deprecatedSource'] ??= {}
  for (const member of ['eventTime', 'deprecatedFirstTimestamp', 'deprecatedLastTimestamp']) object[member] ??= null
}

/** Something that happened to an object. The first group and the group of events tell the same events. */
export const event: KindBehaviour = {
  group: '',
  resource: 'events',
  kind: 'Event',
  createOnUpdate: true,
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
  validate: (object, context) =>
    isStrict(context)
      ? validateNewEvent(object)
      : validateEvent(object, context.group === GROUP ? 'reportingController' : 'reportingComponent'),
  validateUpdate: (object, old, context) => (isStrict(context) ? validateNewEventUpdate(object, old) : []),
  fieldSelectors: {
    ...selectorsOf('involvedObject', 'reportingComponent'),
    ...selectorsOf('regarding', 'reportingController'),
    reason: (object) => read(object).reason ?? '',
    type: (object) => read(object).type ?? '',
    source: (object) => read(object).source?.component || (read(object).reportingComponent ?? ''),
  },
  // Each group calls the fields as its own objects do; only the first one has a source.
  offersField: (field, apiVersion) =>
    apiVersion.startsWith(`${GROUP}/`)
      ? !/^(involvedObject\.|reportingComponent$|source$)/.test(field)
      : !/^(regarding\.|reportingController$)/.test(field),
  columns: columns(
    'Last Seen',
    'Type',
    'Reason',
    'Object',
    'Subobject|string|1',
    'Source|string|1',
    'Message',
    'First Seen|string|1',
    'Count|string|1',
    'Name|string|1|name',
  ),
  columnsWithName: true,
  cells,
}
