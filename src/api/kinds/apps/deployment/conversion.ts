import { rollback } from '../older-fields'
import type { Conversion } from '../../../conversion/parts'

/** Versions whose form differs from the hub's. */
export const deploymentConversions: Readonly<Record<string, Conversion>> = {
  'extensions/v1beta1 Deployment': rollback,
  'apps/v1beta1 Deployment': rollback,
}
