import { templateGeneration } from '../older-fields'
import type { Conversion } from '../../../conversion/parts'

/** Conversions for versions whose schema differs from the hub's. */
export const daemonSetConversions: Readonly<Record<string, Conversion>> = {
  'extensions/v1beta1 DaemonSet': templateGeneration,
}
