import { bindingBehaviour } from '../binding'

/** Grants a cluster role everywhere. */
export const clusterRoleBinding = bindingBehaviour('ClusterRoleBinding', false, ['ClusterRole'])
