/** Event of events.orch.io/v1 and v1beta1 (removal table): fields are renamed, old ones prefixed with deprecated. */
import { changeAt, renaming, without, type Conversion } from '../../../conversion/parts'

const names: Conversion = renaming([], {
  regarding: 'involvedObject',
  note: 'message',
  reportingController: 'reportingComponent',
  deprecatedSource: 'source',
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
})

/** The core group always writes the reporter, these versions only if set. */
const REPORTER = ['reportingController', 'reportingInstance'] as const

const event: Conversion = {
  toHub: names.toHub,
  fromHub: (object) =>
    changeAt(names.fromHub(object), [], (renamed) =>
      without(renamed, ...REPORTER.filter((field) => renamed[field] === '')),
    ),
}

/** Conversions for versions whose schema differs from the hub's. */
export const eventConversions: Readonly<Record<string, Conversion>> = {
  'events.orch.io/v1 Event': event,
  'events.orch.io/v1beta1 Event': event,
}
