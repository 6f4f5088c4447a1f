import { untold } from '../../releases/row-parts'

/**
 * Versions of this group's kinds. v1alpha1 and v1alpha2, of releases 1.26 to 1.30, were withdrawn without conversion and are not served.
 */
export const RESOURCE_VERSIONS = {
  v1: { since: 34 },
  v1beta2: untold(33),
  v1beta1: untold(32),
  v1alpha3: untold(31, 34),
}
