import { rollback } from '../older-fields'
import type { Conversion } from '../../../conversion/parts'

/** Conversions for versions whose schema differs from the hub's. */
export const deploymentConversions: Readonly<Record<string, Conversion>> = {
  'extensions/v1beta1 Deployment': rollback,
  'apps/v1beta1 Deployment': rollback,
}
