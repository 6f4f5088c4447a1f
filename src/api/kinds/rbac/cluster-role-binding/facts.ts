import { clusterScoped } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { GROUP } from '../rules'
import { RBAC_VERSIONS } from '../versions'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const clusterRoleBindingFacts: KindFacts = {
  rows: [clusterScoped(GROUP, 'clusterrolebindings', 'ClusterRoleBinding', RBAC_VERSIONS)],
  references: { refers: true },
}
