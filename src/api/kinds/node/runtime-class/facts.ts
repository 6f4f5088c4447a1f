import { clusterScoped } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const runtimeClassFacts: KindFacts = {
  rows: [
    clusterScoped('node.orch.io', 'runtimeclasses', 'RuntimeClass', {
      v1: { since: 20 },
      v1beta1: { since: 14, deprecated: 22, removed: 25, instead: '' },
      v1alpha1: { since: 12, deprecated: 22, removed: 26 },
    }),
  ],
  gatedFields: { PodOverhead: ['node.v1.RuntimeClass overhead', 'node.v1beta1.RuntimeClass overhead'] },
  references: { namedBy: { runtimeClassName: {} } },
}
