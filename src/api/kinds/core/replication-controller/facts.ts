import { namespaced, scale, status } from '../../../releases/rows'
import { ALL, CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const replicationControllerFacts: KindFacts = {
  rows: [
    namespaced('', 'replicationcontrollers', 'ReplicationController', CORE_VERSIONS, {
      shortNames: ['rc'],
      categories: ALL,
      subresources: [scale(), status],
    }),
  ],
  roles: [
    { part: 'edit', group: '', resources: ['replicationcontrollers', 'replicationcontrollers/scale'] },
    { part: 'edit', group: 'extensions', resources: ['replicationcontrollers/scale'] },
    { part: 'view', group: '', resources: ['replicationcontrollers', 'replicationcontrollers/scale'] },
    { part: 'view-state', group: '', resources: ['replicationcontrollers/status'] },
    { part: 'view', group: 'extensions', resources: ['replicationcontrollers/scale'] },
  ],
}
