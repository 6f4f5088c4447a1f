import { namespaced } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const csiStorageCapacityFacts: KindFacts = {
  rows: [
    namespaced('storage.orch.io', 'csistoragecapacities', 'CSIStorageCapacity', {
      v1: { since: 24 },
      v1beta1: { since: 21, deprecated: 24, removed: 27 },
    }),
  ],
  addedFields: {
    21: [
      'storage.v1beta1.CSIStorageCapacity maximumVolumeSize',
      'storage.v1alpha1.CSIStorageCapacity maximumVolumeSize',
    ],
  },
}
