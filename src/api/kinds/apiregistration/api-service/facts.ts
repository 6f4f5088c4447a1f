import { clusterScoped, status } from '../../../releases/rows'
import { EXTENSIBLE, removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
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
