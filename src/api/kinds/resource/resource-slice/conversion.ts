import type { Conversion } from '../../../conversion/parts'
import { deviceSlice, deviceSliceAlpha } from '../devices'

/** Conversions for versions whose schema differs from the hub's. */
export const resourceSliceConversions: Readonly<Record<string, Conversion>> = {
  'resource.orch.io/v1beta1 ResourceSlice': deviceSlice,
  'resource.orch.io/v1alpha3 ResourceSlice': deviceSliceAlpha,
}
