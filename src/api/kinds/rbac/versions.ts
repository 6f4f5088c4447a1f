import { removedFrom122 } from '../../releases/row-parts'

/** Versions of roles and bindings. */
export const RBAC_VERSIONS = {
  v1: { since: 8 },
  v1beta1: removedFrom122(6, 17),
  v1alpha1: { since: 6, deprecated: 20, removed: 23 },
}
