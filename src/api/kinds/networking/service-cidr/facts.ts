import { clusterScoped, status } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const serviceCidrFacts: KindFacts = {
  rows: [
    clusterScoped(
      'networking.orch.io',
      'servicecidrs',
      'ServiceCIDR',
      { v1: { since: 33 }, v1beta1: untold(31), v1alpha1: { since: 29, deprecated: 30, removed: 33, instead: '' } },
      { subresources: [status] },
    ),
  ],
}
