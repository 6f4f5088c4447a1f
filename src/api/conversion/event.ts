/** Event of events.orch.io/v1 and v1beta1 (removal table): fields renamed, the old ones called deprecated. */
import { changeAt, renaming, without, type Conversion } from './parts'

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

export const event: Conversion = {
  toHub: names.toHub,
  fromHub: (object) =>
    changeAt(names.fromHub(object), [], (renamed) =>
      without(renamed, ...REPORTER.filter((field) => renamed[field] === '')),
    ),
}
