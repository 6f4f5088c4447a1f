/** PriorityLevelConfiguration of flowcontrol v1beta3: the shares are called nominal. */
import { renaming, type Conversion } from './parts'

export const nominalShares: Conversion = renaming(['spec', 'limited'], {
  nominalConcurrencyShares: 'assuredConcurrencyShares',
})
