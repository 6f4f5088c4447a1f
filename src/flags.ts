import type { FlagDefinition } from './machinery/flag-definition'
import type { FlagName } from './machinery/flag-name'
import { ACCESS_FLAGS } from './flags/access'
import { AUTHENTICATION_FLAGS } from './flags/authentication'
import { CLUSTER_FLAGS } from './flags/cluster'
import { SERVING_FLAGS } from './flags/serving'
import { SIMULATION_FLAGS } from './flags/simulation'

/** All flags of a control plane, the same in the tab and headless, in the order of the help. The names come from the documents. */
export const FLAGS: readonly FlagDefinition<FlagName>[] = [
  ...SIMULATION_FLAGS,
  ...SERVING_FLAGS,
  ...AUTHENTICATION_FLAGS,
  ...ACCESS_FLAGS,
  ...CLUSTER_FLAGS,
]
