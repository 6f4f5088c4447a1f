import { clusterScoped } from '../../../releases/rows'
import { removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const priorityClassFacts: KindFacts = {
  rows: [
    clusterScoped(
      'scheduling.orch.io',
      'priorityclasses',
      'PriorityClass',
      { v1: { since: 14 }, v1beta1: removedFrom122(11, 14), v1alpha1: { since: 8, deprecated: 14, removed: 23 } },
      { shortNames: ['pc'] },
    ),
  ],
  gatedFields: {
    NonPreemptingPriority: [
      'scheduling.v1.PriorityClass preemptionPolicy',
      'scheduling.v1beta1.PriorityClass preemptionPolicy',
      'scheduling.v1alpha1.PriorityClass preemptionPolicy',
    ],
  },
  references: { namedBy: { priorityClassName: {} } },
}
