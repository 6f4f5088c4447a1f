import { clusterScoped } from '../../../releases/rows'
import { removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const csiDriverFacts: KindFacts = {
  rows: [
    clusterScoped('storage.orch.io', 'csidrivers', 'CSIDriver', { v1: { since: 18 }, v1beta1: removedFrom122(14, 19) }),
  ],
  gatedFields: {
    CSIServiceAccountToken: [
      'storage.v1.CSIDriverSpec tokenRequests requiresRepublish',
      'storage.v1beta1.CSIDriverSpec tokenRequests requiresRepublish',
    ],
    CSIStorageCapacity: ['storage.v1.CSIDriverSpec storageCapacity', 'storage.v1beta1.CSIDriverSpec storageCapacity'],
    CSIVolumeFSGroupPolicy: ['storage.v1.CSIDriverSpec fsGroupPolicy', 'storage.v1beta1.CSIDriverSpec fsGroupPolicy'],
    SELinuxMountReadWriteOncePod: [
      'storage.v1.CSIDriverSpec seLinuxMount',
      'storage.v1beta1.CSIDriverSpec seLinuxMount',
    ],
  },
}
