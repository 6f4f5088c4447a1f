import { namespaced } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { GROUP } from '../rules'
import { RBAC_VERSIONS } from '../versions'

/** Served versions by release, gated fields and default roles of this kind. */
export const roleBindingFacts: KindFacts = {
  rows: [namespaced(GROUP, 'rolebindings', 'RoleBinding', RBAC_VERSIONS)],
  roles: [{ part: 'admin', group: 'rbac.authorization.orch.io', resources: ['rolebindings'] }],
  references: { refers: true },
}
