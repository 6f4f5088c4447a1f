import { namespaced } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const eventFacts: KindFacts = {
  rows: [
    namespaced('', 'events', 'Event', CORE_VERSIONS, { shortNames: ['ev'] }),
    namespaced(
      'events.orch.io',
      'events',
      'Event',
      { v1: { since: 19 }, v1beta1: { since: 8, deprecated: 22, removed: 25, instead: '' } },
      { shortNames: ['ev'] },
    ),
  ],
  roles: [{ part: 'view-state', group: '', resources: ['events'] }],
}
