import { bindingBehaviour } from '../binding'

/** Grants a role of the namespace, or a cluster role, within the namespace. */
export const roleBinding = bindingBehaviour('RoleBinding', true, ['Role', 'ClusterRole'])
