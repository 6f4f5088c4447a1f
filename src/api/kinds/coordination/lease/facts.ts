import { namespaced } from '../../../releases/rows'
import { removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const leaseFacts: KindFacts = {
  rows: [namespaced('coordination.orch.io', 'leases', 'Lease', { v1: { since: 14 }, v1beta1: removedFrom122(12, 19) })],
}
