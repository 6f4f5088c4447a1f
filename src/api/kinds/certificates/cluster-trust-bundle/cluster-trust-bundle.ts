import type { KindBehaviour } from '../../../kind'
import { NONE } from '../../meta/columns'
import { asDraft } from '../../meta/draft'
import { tableOf } from '../../meta/table-columns'

/** CA certificates for workloads to trust. */
export const clusterTrustBundle: KindBehaviour = {
  group: 'certificates.orch.io',
  resource: 'clustertrustbundles',
  kind: 'ClusterTrustBundle',
  ...tableOf(
    (object) => asDraft<{ spec: { signerName: string } }>(object).spec ?? {},
    ['SignerName', 'string', ({ signerName }) => signerName || NONE],
  ),
}
