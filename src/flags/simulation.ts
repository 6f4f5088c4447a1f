import { DEFAULT_RELEASE, releaseOf } from '../api/releases'
import { FIRST_RELEASE, LAST_RELEASE } from '../api/releases/rows'
import { flag, type FlagDefinition } from '../machinery/flag-definition'
import type { FlagName } from '../machinery/flag-name'
import { messageOf } from '../machinery/message-of'
import { namesFault } from '../names/flag'
import { ALL_NAMES } from '../names/sets'
import { SPOKEN } from '../names/spoken'
import { faultUnless } from './fault'

function releaseFault(value: string): string | undefined {
  try {
    releaseOf(value)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

/** Flags of the simulation: release, names, clock, seed and simulated nodes. */
export const SIMULATION_FLAGS: readonly FlagDefinition<FlagName>[] = [
  flag('release', 'string', `Release to behave as, 1.${FIRST_RELEASE} to 1.${LAST_RELEASE}.`, {
    default: DEFAULT_RELEASE,
    fault: releaseFault,
  }),
  flag('names', 'string', `Set of names in the API: ${ALL_NAMES.join(' or ')}.`, {
    default: SPOKEN,
    fault: namesFault,
  }),
  flag('cluster-name', 'string', 'Display name of the cluster.', { default: 'orchard' }),
  flag('history-window', 'duration', 'How long changes are kept for watches and paged lists.', { default: '5m' }),
  flag('controllers', 'list', 'Controllers to run: * for those on by default, name to add, -name to leave out.', {
    default: '*',
  }),
  flag(
    'nodes',
    'integer',
    'Number of simulated nodes, 0 to 1000. More than 0 also runs the scheduler, pod life cycles and, in a page, the workload controllers. No containers run.',
    { default: '0', fault: (value) => faultUnless(/^\d+$/.test(value) && Number(value) <= 1000, 'must be 0 to 1000') },
  ),
  flag(
    'scheduler-config-file',
    'file',
    'Scheduler profiles: the plugins that filter and score nodes, for each schedulerName.',
  ),
  flag(
    'seed',
    'string',
    'Any text. Makes generated names and identifiers the same in every run with the same flags, requests and time. Keys stay random.',
  ),
  flag(
    'start-time',
    'string',
    'Initial time of a new cluster, such as 2024-01-15T09:00:00Z. The clock is paused there until you step it.',
    {
      fault: (value) =>
        faultUnless(
          /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
          'must be a time such as 2024-01-15T09:00:00Z',
        ),
    },
  ),
]
