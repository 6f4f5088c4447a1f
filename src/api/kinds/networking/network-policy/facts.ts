import { namespaced, writePart } from '../../../releases/rows'
import { extensionsBeta } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const networkPolicyFacts: KindFacts = {
  rows: [
    namespaced(
      'networking.orch.io',
      'networkpolicies',
      'NetworkPolicy',
      { v1: { since: 8 } },
      {
        shortNames: ['netpol'],
        subresources: [writePart('status', { since: 24, removed: 28 })],
      },
    ),
    namespaced('extensions', 'networkpolicies', 'NetworkPolicy', extensionsBeta('networking.orch.io/v1'), {
      shortNames: ['netpol'],
    }),
  ],
  gatedFields: {
    NetworkPolicyEndPort: ['networking.v1.NetworkPolicyPort endPort', 'extensions.v1beta1.NetworkPolicyPort endPort'],
    NetworkPolicyStatus: ['networking.v1.NetworkPolicy status', 'extensions.v1beta1.NetworkPolicy status'],
  },
  roles: [
    { part: 'edit', group: 'extensions', resources: ['networkpolicies'] },
    { part: 'edit', group: 'networking.orch.io', resources: ['networkpolicies'] },
    { part: 'view', group: 'extensions', resources: ['networkpolicies'] },
    { part: 'view', group: 'networking.orch.io', resources: ['networkpolicies'] },
  ],
  references: { refers: true, selectsPods: { path: ['spec', 'podSelector'], form: 'selector' } },
}
