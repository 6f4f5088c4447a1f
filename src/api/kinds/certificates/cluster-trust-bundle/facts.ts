import { clusterScoped } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const clusterTrustBundleFacts: KindFacts = {
  rows: [
    clusterScoped('certificates.orch.io', 'clustertrustbundles', 'ClusterTrustBundle', {
      v1beta1: { since: 33, deprecated: 37, removed: 40, instead: '' },
      v1alpha1: { since: 27, deprecated: 34, removed: 37, instead: '' },
    }),
  ],
}
