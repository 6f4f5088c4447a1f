import { untold } from '../../releases/row-parts'

/**
 * Versions that the kinds of this group have had. Their first form, v1alpha1 and v1alpha2 of releases 1.26 to 1.30, was
 * withdrawn and is not served: nothing of it could be converted.
 */
export const RESOURCE_VERSIONS = {
  v1: { since: 34 },
  v1beta2: untold(33),
  v1beta1: untold(32),
  v1alpha3: untold(31, 34),
}
