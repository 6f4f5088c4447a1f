import { namespaced, status } from '../../../releases/rows'
import { extensionsBeta, removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const ingressFacts: KindFacts = {
  rows: [
    namespaced(
      'networking.orch.io',
      'ingresses',
      'Ingress',
      { v1: { since: 19 }, v1beta1: removedFrom122(14, 19) },
      { shortNames: ['ing'], subresources: [status] },
    ),
    namespaced('extensions', 'ingresses', 'Ingress', extensionsBeta('networking.orch.io/v1', 22, 14), {
      shortNames: ['ing'],
      subresources: [status],
    }),
  ],
  roles: [
    { part: 'edit', group: 'extensions', resources: ['ingresses'] },
    { part: 'edit', group: 'networking.orch.io', resources: ['ingresses'] },
    { part: 'view', group: 'extensions', resources: ['ingresses', 'ingresses/status'] },
    { part: 'view', group: 'networking.orch.io', resources: ['ingresses', 'ingresses/status'] },
  ],
  references: { refers: true },
}
