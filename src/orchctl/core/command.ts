import type { Flag, FlagValues } from './flags'
import type { Session } from './session'

/** What one call of a command works with. */
export interface Call {
  readonly session: Session
  readonly flags: FlagValues
  readonly args: readonly string[]
  /** How many of `args` stood before `--`; -1 without it. */
  readonly dashAt: number
  /** The command's name with those of its parents, as in messages. */
  readonly path: string
}

/** A command as data: its words, flags and what it does. Commands with `commands` hold others. */
export interface Command {
  readonly name: string
  readonly aliases?: readonly string[]
  /** One line for lists of commands. */
  readonly short: string
  readonly long?: string
  readonly flags?: readonly Flag[]
  readonly commands?: readonly Command[]
  /**
   * What a call without a subcommand does: `helps` prints the help as if asked for it, `prints` does so, too, but ends as a mistake.
   * Otherwise the help is an error.
   */
  readonly bare?: 'helps' | 'prints'
  /** Where the command stands in the program's own help. */
  readonly section?: string
  /** How a word is refused that names no subcommand: with usage, or like the program does. */
  readonly hidden?: boolean
  /** Resolves with the exit code; nothing means 0. */
  readonly run?: (call: Call) => Promise<number | void>
}
