import { clusterScoped } from '../../../releases/rows'
import { removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const ingressClassFacts: KindFacts = {
  rows: [
    clusterScoped('networking.orch.io', 'ingressclasses', 'IngressClass', {
      v1: { since: 19 },
      // The warnings of real servers name the list.
      v1beta1: { ...removedFrom122(18, 19), instead: 'networking.orch.io/v1 IngressClassList' },
    }),
  ],
  gatedFields: {
    IngressClassNamespacedParams: [
      'networking.v1.IngressClassParametersReference scope namespace',
      'networking.v1beta1.IngressClassParametersReference scope namespace',
    ],
  },
  references: { namedBy: { ingressClassName: {} } },
}
