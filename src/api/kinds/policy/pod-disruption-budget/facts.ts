import { namespaced, status } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const podDisruptionBudgetFacts: KindFacts = {
  rows: [
    namespaced(
      'policy',
      'poddisruptionbudgets',
      'PodDisruptionBudget',
      { v1: { since: 21 }, v1beta1: { since: 5, deprecated: 21, removed: 25 } },
      { shortNames: ['pdb'], subresources: [status] },
    ),
  ],
  fieldValues: {
    'AlwaysAllow, IfHealthyBudget':
      'policy.v1.PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy policy.v1beta1.PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy',
  },
  gatedFields: {
    PDBUnhealthyPodEvictionPolicy: [
      'policy.v1.PodDisruptionBudgetSpec unhealthyPodEvictionPolicy',
      'policy.v1beta1.PodDisruptionBudgetSpec unhealthyPodEvictionPolicy',
    ],
  },
  addedFields: { 21: ['policy.v1beta1.PodDisruptionBudgetStatus conditions'] },
  roles: [
    { part: 'edit', group: 'policy', resources: ['poddisruptionbudgets'] },
    { part: 'view', group: 'policy', resources: ['poddisruptionbudgets', 'poddisruptionbudgets/status'] },
  ],
  references: { refers: true, selectsPods: { path: ['spec', 'selector'], form: 'selector' } },
}
