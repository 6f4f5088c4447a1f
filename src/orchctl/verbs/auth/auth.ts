import type { Command } from '../../core/command'
import { CAN_I } from './can-i'
import { RECONCILE } from './reconcile'
import { WHOAMI } from './whoami'

/** The commands below `orchctl auth`. */
export const AUTH: Command = {
  name: 'auth',
  short: 'Inspect authorization',
  section: 'Troubleshooting and Debugging Commands',
  commands: [CAN_I, RECONCILE, WHOAMI],
}
