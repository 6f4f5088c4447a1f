import { clusterScoped } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { GROUP } from '../rules'
import { RBAC_VERSIONS } from '../versions'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const clusterRoleFacts: KindFacts = {
  rows: [clusterScoped(GROUP, 'clusterroles', 'ClusterRole', RBAC_VERSIONS)],
}
