import { namespaced, status } from '../../../releases/rows'
import { ALL, APPS_VERSIONS, EXTENSIONS_SCALE, extensionsBeta, OLD_SCALES } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const replicaSetFacts: KindFacts = {
  rows: [
    namespaced('apps', 'replicasets', 'ReplicaSet', APPS_VERSIONS, {
      shortNames: ['rs'],
      categories: ALL,
      subresources: [...OLD_SCALES, status],
    }),
    namespaced('extensions', 'replicasets', 'ReplicaSet', extensionsBeta('apps/v1'), {
      shortNames: ['rs'],
      subresources: [EXTENSIONS_SCALE, status],
    }),
  ],
  roles: [
    { part: 'edit', group: 'apps', resources: ['replicasets', 'replicasets/scale'] },
    { part: 'edit', group: 'extensions', resources: ['replicasets', 'replicasets/scale'] },
    { part: 'view', group: 'apps', resources: ['replicasets', 'replicasets/scale', 'replicasets/status'] },
    { part: 'view', group: 'extensions', resources: ['replicasets', 'replicasets/scale', 'replicasets/status'] },
  ],
}
