/** Event of events.orch.io/v1 and v1beta1 (removal table): fields renamed, the old ones called deprecated. */
import { renaming, type Conversion } from './parts'

export const event: Conversion = renaming([], {
  regarding: 'involvedObject',
  note: 'message',
  reportingController: 'reportingComponent',
  deprecatedSource: 'source',
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
})
