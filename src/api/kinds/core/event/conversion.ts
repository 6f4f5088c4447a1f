/** Event of events.orch.io/v1 and v1beta1 (removal table): fields renamed, the old ones called deprecated. */
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

/** The core group always writes who reported, these versions only when somebody did. */
const REPORTER = ['reportingController', 'reportingInstance'] as const

const event: Conversion = {
  toHub: names.toHub,
  fromHub: (object) =>
    changeAt(names.fromHub(object), [], (renamed) =>
      without(renamed, ...REPORTER.filter((field) => renamed[field] === '')),
    ),
}

/** Versions whose form differs from the hub's. */
export const eventConversions: Readonly<Record<string, Conversion>> = {
  'events.orch.io/v1 Event': event,
  'events.orch.io/v1beta1 Event': event,
}
