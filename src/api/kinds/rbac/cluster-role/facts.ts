import { clusterScoped } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { GROUP } from '../rules'
import { RBAC_VERSIONS } from '../versions'

/** Served versions by release, gated fields and default roles of this kind. */
export const clusterRoleFacts: KindFacts = {
  rows: [clusterScoped(GROUP, 'clusterroles', 'ClusterRole', RBAC_VERSIONS)],
}
