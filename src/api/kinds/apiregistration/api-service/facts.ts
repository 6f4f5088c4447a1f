import { clusterScoped, status } from '../../../releases/rows'
import { EXTENSIBLE, removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const apiServiceFacts: KindFacts = {
  rows: [
    clusterScoped(
      'apiregistration.orch.io',
      'apiservices',
      'APIService',
      { v1: { since: 10 }, v1beta1: removedFrom122(7, 19) },
      { categories: EXTENSIBLE, subresources: [status] },
    ),
  ],
}
