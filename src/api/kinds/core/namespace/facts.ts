import { ALL_VERBS, clusterScoped, status } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const namespaceFacts: KindFacts = {
  rows: [
    clusterScoped('', 'namespaces', 'Namespace', CORE_VERSIONS, {
      verbs: ALL_VERBS.filter((verb) => verb !== 'deletecollection'),
      shortNames: ['ns'],
      subresources: [{ name: 'finalize', verbs: ['update'] }, status],
    }),
  ],
  roles: [
    { part: 'view-state', group: '', resources: ['namespaces/status'] },
    { part: 'view-names', group: '', resources: ['namespaces'] },
  ],
}
