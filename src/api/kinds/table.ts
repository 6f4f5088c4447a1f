import type { KindBehaviour } from '../kind'
import { customResourceDefinition } from './apiextensions/custom-resource-definition'
import { reviewBehaviours } from './authorization/reviews'
import { certificateSigningRequest } from './certificates/certificate-signing-request'
import { CORE_KINDS } from './core/table'
import { clusterRoleBindingBehaviour, roleBindingBehaviour } from './rbac/binding'
import { clusterRoleBehaviour } from './rbac/cluster-role'
import { roleBehaviour } from './rbac/role'

/** What sets each kind apart, group by group. Kinds that are not listed follow the generic rules in everything. */
export const KINDS: readonly KindBehaviour[] = [
  ...CORE_KINDS,
  certificateSigningRequest,
  customResourceDefinition,
  clusterRoleBehaviour,
  clusterRoleBindingBehaviour,
  roleBehaviour,
  roleBindingBehaviour,
  ...reviewBehaviours,
]
