import type { Conversion } from '../../../conversion/parts'
import { deviceClaim } from '../devices'

/** Conversions for versions whose schema differs from the hub's. */
export const resourceClaimConversions: Readonly<Record<string, Conversion>> = {
  'resource.orch.io/v1beta1 ResourceClaim': deviceClaim,
  'resource.orch.io/v1alpha3 ResourceClaim': deviceClaim,
}
