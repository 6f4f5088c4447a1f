import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour } from '../../kind'
import { EVENT_TABLE, eventSelectors, validateEvent, validateNewEvent, validateNewEventUpdate } from '../core/event'

/** Beta events are judged like those of the first group. */
const isStable = (version: string): boolean => version === 'v1'

/**
 * Something that happened to an object, as the group of events tells it. Stored, and judged, in the form of the first
 * group's events: both groups show the same objects.
 */
export const groupEvent: KindBehaviour = {
  group: 'events.orch.io',
  resource: 'events',
  kind: 'Event',
  createOnUpdate: true,
  defaults(object: ApiObject) {
    object['regarding'] ??= {}
    object['deprecatedSource'] ??= {}
    for (const member of ['eventTime', 'deprecatedFirstTimestamp', 'deprecatedLastTimestamp']) object[member] ??= null
  },
  validate: (object, { version }) =>
    isStable(version) ? validateNewEvent(object) : validateEvent(object, 'reportingController'),
  validateUpdate: (object, old, { version }) => (isStable(version) ? validateNewEventUpdate(object, old) : []),
  fieldSelectors: eventSelectors('regarding', 'reportingController'),
  ...EVENT_TABLE,
}
