import { clusterScoped, status } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const persistentVolumeFacts: KindFacts = {
  rows: [
    clusterScoped('', 'persistentvolumes', 'PersistentVolume', CORE_VERSIONS, {
      shortNames: ['pv'],
      subresources: [status],
    }),
  ],
  addedFields: { 25: ['core.v1.CSIPersistentVolumeSource nodeExpandSecretRef'] },
  references: { refers: true, namedBy: { volumeName: {} } },
}
