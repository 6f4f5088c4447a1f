import type { Command } from '../core/command'
import type { FlagValues } from '../core/flags'
import type { Session } from '../core/session'

/** A possible completion: the whole word, and a short note about it. */
export interface Candidate {
  readonly text: string
  readonly note?: string
}

/** The context of a completion: the command so far, and a session to query the server with. */
export interface CompletionPlace {
  readonly command: Command
  /** The command's full name, without the program's. */
  readonly path: string
  readonly args: readonly string[]
  readonly flags: FlagValues
  readonly session: Session
}
