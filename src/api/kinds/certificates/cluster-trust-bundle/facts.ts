import { clusterScoped } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const clusterTrustBundleFacts: KindFacts = {
  rows: [
    clusterScoped('certificates.orch.io', 'clustertrustbundles', 'ClusterTrustBundle', {
      v1beta1: { since: 33, deprecated: 37, removed: 40, instead: '' },
      v1alpha1: {
        since: 27,
        deprecated: 34,
        removed: 37,
        instead: '',
        announced: { until: 32, deprecated: 29, removed: 32 },
      },
    }),
  ],
}
