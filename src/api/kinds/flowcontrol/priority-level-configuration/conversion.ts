/** PriorityLevelConfiguration of flowcontrol v1beta3 and v1: the shares are called nominal. */
import { renaming, type Conversion } from '../../../conversion/parts'

const nominalShares: Conversion = renaming(['spec', 'limited'], {
  nominalConcurrencyShares: 'assuredConcurrencyShares',
})

/** Versions whose form differs from the hub's. */
export const priorityLevelConfigurationConversions: Readonly<Record<string, Conversion>> = {
  'flowcontrol.apiserver.orch.io/v1 PriorityLevelConfiguration': nominalShares,
  'flowcontrol.apiserver.orch.io/v1beta3 PriorityLevelConfiguration': nominalShares,
}
