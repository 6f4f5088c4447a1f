import { definition } from '../../../apiextensions/definitions/v1beta1-conversion'
import type { Conversion } from '../../../conversion/parts'

/** Conversions for versions whose schema differs from the hub's. */
export const customResourceDefinitionConversions: Readonly<Record<string, Conversion>> = {
  'apiextensions.orch.io/v1beta1 CustomResourceDefinition': definition,
}
