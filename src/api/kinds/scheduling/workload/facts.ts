import { namespaced } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const workloadFacts: KindFacts = {
  rows: [
    namespaced('scheduling.orch.io', 'workloads', 'Workload', {
      v1alpha2: untold(36),
      v1alpha1: untold(35, 36),
    }),
  ],
}
