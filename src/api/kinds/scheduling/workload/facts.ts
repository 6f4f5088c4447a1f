import { namespaced } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const workloadFacts: KindFacts = {
  rows: [
    namespaced('scheduling.orch.io', 'workloads', 'Workload', {
      v1alpha2: untold(36),
      v1alpha1: untold(35, 36),
    }),
  ],
}
