import { clusterScoped, status } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const resourcePoolStatusRequestFacts: KindFacts = {
  rows: [
    clusterScoped(
      'resource.orch.io',
      'resourcepoolstatusrequests',
      'ResourcePoolStatusRequest',
      { v1alpha3: untold(36) },
      { subresources: [status] },
    ),
  ],
}
