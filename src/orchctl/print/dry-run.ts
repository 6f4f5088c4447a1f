import { CommandError } from '../core/errors'
import type { Flag, FlagValues } from '../core/flags'
import type { Session } from '../core/session'

/** Whether a command is a dry run, and whether the client or the server skips the write. */
export type DryRun = 'none' | 'client' | 'server'

/** `--dry-run`, also in its older forms: without a value, or with a boolean. */
export const DRY_RUN_FLAG: Flag = {
  name: 'dry-run',
  type: 'string',
  default: 'none',
  bare: 'unchanged',
  help: 'none, client (print what would be sent) or server (send it without storing)',
}

/** @throws CommandError for a value other than the three */
export function dryRunOf(session: Session, flags: FlagValues): DryRun {
  const value = flags.string('dry-run')
  if (value === 'none' || value === 'client' || value === 'server') return value
  if (value === 'unchanged') {
    session.log('W', 'helpers.go:741', '--dry-run is deprecated and can be replaced with --dry-run=client.')
    return 'client'
  }
  const isTrue = ['true', 'True', 'TRUE', 't', 'T', '1'].includes(value)
  const isFalse = ['false', 'False', 'FALSE', 'f', 'F', '0'].includes(value)
  if (isTrue || isFalse) {
    session.log(
      'W',
      'helpers.go:729',
      `--dry-run=${value} is deprecated (boolean value) and can be replaced with --dry-run=${isTrue ? 'client' : 'none'}.`,
    )
    return isTrue ? 'client' : 'none'
  }
  throw new CommandError(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`)
}

const SUFFIX: Readonly<Record<DryRun, string>> = { none: '', client: ' (dry run)', server: ' (server dry run)' }

/** The end of a report if nothing was stored. */
export const dryRunSuffix = (dryRun: DryRun): string => SUFFIX[dryRun]
