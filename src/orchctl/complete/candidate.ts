import type { Command } from '../core/command'
import type { FlagValues } from '../core/flags'
import type { Session } from '../core/session'

/** What could stand where the cursor is: the whole word, and a few words about it. */
export interface Candidate {
  readonly text: string
  readonly note?: string
}

/** The place of a completion: the command so far, and a session that asks as it would. */
export interface CompletionPlace {
  readonly command: Command
  /** The command's name with those of its parents, without the program's. */
  readonly path: string
  readonly args: readonly string[]
  readonly flags: FlagValues
  readonly session: Session
}
