import { clusterScoped } from '../../../releases/rows'
import { removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const csiNodeFacts: KindFacts = {
  rows: [
    clusterScoped('storage.orch.io', 'csinodes', 'CSINode', { v1: { since: 17 }, v1beta1: removedFrom122(14, 17) }),
  ],
}
