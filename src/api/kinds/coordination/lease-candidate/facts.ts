import { namespaced } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const leaseCandidateFacts: KindFacts = {
  rows: [
    namespaced('coordination.orch.io', 'leasecandidates', 'LeaseCandidate', {
      v1beta1: untold(33),
      v1alpha2: untold(32),
    }),
  ],
}
