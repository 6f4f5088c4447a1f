import type { Conversion } from '../../../conversion/parts'
import { deviceClaimTemplate } from '../devices'

/** Conversions for versions whose schema differs from the hub's. */
export const resourceClaimTemplateConversions: Readonly<Record<string, Conversion>> = {
  'resource.orch.io/v1beta1 ResourceClaimTemplate': deviceClaimTemplate,
  'resource.orch.io/v1alpha3 ResourceClaimTemplate': deviceClaimTemplate,
}
