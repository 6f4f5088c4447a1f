import { clusterScoped, status } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
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
