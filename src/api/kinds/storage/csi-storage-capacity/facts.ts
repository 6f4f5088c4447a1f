import { namespaced } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const csiStorageCapacityFacts: KindFacts = {
  rows: [
    namespaced('storage.orch.io', 'csistoragecapacities', 'CSIStorageCapacity', {
      v1: { since: 24 },
      v1beta1: { since: 21, deprecated: 24, removed: 27 },
      // 1.19 and 1.20 serve it behind a gate that is off.
      v1alpha1: { since: 21, deprecated: 21, removed: 24, instead: 'storage.orch.io/v1beta1' },
    }),
  ],
  addedFields: {
    21: [
      'storage.v1beta1.CSIStorageCapacity maximumVolumeSize',
      'storage.v1alpha1.CSIStorageCapacity maximumVolumeSize',
    ],
  },
}
