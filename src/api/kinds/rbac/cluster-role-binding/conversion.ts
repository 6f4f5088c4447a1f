import { bindingAlpha } from '../older-subjects'
import type { Conversion } from '../../../conversion/parts'

/** Conversions for versions whose schema differs from the hub's. */
export const clusterRoleBindingConversions: Readonly<Record<string, Conversion>> = {
  'rbac.authorization.orch.io/v1alpha1 ClusterRoleBinding': bindingAlpha,
}
