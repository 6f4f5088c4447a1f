import { namespaced } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const leaseCandidateFacts: KindFacts = {
  rows: [
    namespaced('coordination.orch.io', 'leasecandidates', 'LeaseCandidate', {
      v1beta1: untold(33),
      v1alpha2: untold(32),
    }),
  ],
}
