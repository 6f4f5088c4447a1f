import { bindingBehaviour } from '../binding'

/** Grants a cluster role in the whole cluster. */
export const clusterRoleBinding = bindingBehaviour('ClusterRoleBinding', false, ['ClusterRole'])
