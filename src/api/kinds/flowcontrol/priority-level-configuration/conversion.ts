/** PriorityLevelConfiguration of flowcontrol v1beta3 and v1, which call the shares nominal. */
import { renaming, type Conversion } from '../../../conversion/parts'

const nominalShares: Conversion = renaming(['spec', 'limited'], {
  nominalConcurrencyShares: 'assuredConcurrencyShares',
})

/** Conversions for versions whose schema differs from the hub's. */
export const priorityLevelConfigurationConversions: Readonly<Record<string, Conversion>> = {
  'flowcontrol.apiserver.orch.io/v1 PriorityLevelConfiguration': nominalShares,
  'flowcontrol.apiserver.orch.io/v1beta3 PriorityLevelConfiguration': nominalShares,
}
