import { namespaced, status } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const persistentVolumeClaimFacts: KindFacts = {
  rows: [
    namespaced('', 'persistentvolumeclaims', 'PersistentVolumeClaim', CORE_VERSIONS, {
      shortNames: ['pvc'],
      subresources: [status],
    }),
  ],
  gatedFields: {
    AnyVolumeDataSource: ['core.v1.PersistentVolumeClaimSpec dataSourceRef'],
    RecoverVolumeExpansionFailure: [
      'core.v1.PersistentVolumeClaimStatus allocatedResources resizeStatus allocatedResourceStatuses',
    ],
  },
  addedFields: { 22: ['core.v1.PersistentVolumeClaimSpec dataSourceRef'] },
  roles: [
    { part: 'edit', group: '', resources: ['persistentvolumeclaims'] },
    { part: 'view', group: '', resources: ['persistentvolumeclaims', 'persistentvolumeclaims/status'] },
  ],
  references: { refers: true, namedBy: { persistentVolumeClaim: { member: 'claimName' } } },
}
