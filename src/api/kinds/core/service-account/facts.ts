import { action, namespaced } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const serviceAccountFacts: KindFacts = {
  rows: [
    namespaced('', 'serviceaccounts', 'ServiceAccount', CORE_VERSIONS, {
      shortNames: ['sa'],
      subresources: [
        action('token', { kind: 'TokenRequest', apiVersion: 'authentication.orch.io/v1', gate: 'TokenRequest' }),
      ],
    }),
  ],
  roles: [
    { part: 'edit-impersonate', group: '', resources: ['serviceaccounts'] },
    { part: 'edit', group: '', resources: ['serviceaccounts'] },
    { part: 'view', group: '', resources: ['serviceaccounts'] },
  ],
  references: { refers: true, namedBy: { serviceAccountName: {} } },
}
