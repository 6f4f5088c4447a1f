import type { Flag, FlagValues } from './flags'
import type { Session } from './session'

/** The input of a command. */
export interface Call {
  readonly session: Session
  readonly flags: FlagValues
  readonly args: readonly string[]
  /** How many of `args` came before `--`; -1 without it. */
  readonly dashAt: number
  /** The command's full name, as in messages. */
  readonly path: string
}

/** A command as data: its name, flags, texts and action. A command with `commands` has subcommands. */
export interface Command {
  readonly name: string
  readonly aliases?: readonly string[]
  /** One line for lists of commands. */
  readonly short: string
  readonly long?: string
  readonly flags?: readonly Flag[]
  readonly commands?: readonly Command[]
  /**
   * The effect of a call without a subcommand: `helps` prints the help as if it had been requested, `prints` does the same but fails.
   * Otherwise the help is an error.
   */
  readonly bare?: 'helps' | 'prints'
  /** The command's section in the program's help. */
  readonly section?: string
  /** How an unknown subcommand is refused: with usage, or as the program itself does. */
  readonly hidden?: boolean
  /** Resolves with the exit code; undefined means 0. */
  readonly run?: (call: Call) => Promise<number | void>
}
