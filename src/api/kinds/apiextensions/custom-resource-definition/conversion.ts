import { definition } from '../../../apiextensions/definitions/v1beta1-conversion'
import type { Conversion } from '../../../conversion/parts'

/** Versions whose form differs from the hub's. */
export const customResourceDefinitionConversions: Readonly<Record<string, Conversion>> = {
  'apiextensions.orch.io/v1beta1 CustomResourceDefinition': definition,
}
