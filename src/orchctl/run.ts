import { COMMANDS } from './commands'
import type { Command } from './core/command'
import { CommandError, explainError, unknownCommand, usageError } from './core/errors'
import { type Flag, parseFlags } from './core/flags'
import { GLOBAL_FLAGS } from './core/globals'
import { helpOf } from './core/help'
import type { Io } from './core/io'
import { Session } from './core/session'
import { PROGRAM } from './core/words'

/** The program itself, as the command that holds all others. */
const ROOT: Command = {
  name: PROGRAM,
  short: 'Controls a cluster from the command line.',
  commands: COMMANDS,
}

/**
 * Runs one command line. Everything that it reads, prints or asks is handed in.
 * Resolves with the exit code; failures are printed, never thrown.
 */
export async function run(io: Io): Promise<number> {
  try {
    return await runCommand(io)
  } catch (error) {
    if (io.signal.aborted) return 130
    const { text, exitCode } = explainError(error)
    if (text) io.stderr(text.endsWith('\n') ? text : `${text}\n`)
    return exitCode
  }
}

async function runCommand(io: Io): Promise<number> {
  const { command, path, words } = findCommand(io.argv)
  const flags = flagsOf(command)
  const { values, args, dashAt, help } = parseFlags(words, flags, path)
  const incomplete = !command.run && args.length === 0
  if (help || incomplete) {
    // Help that nobody asked for is a mistake of the call, except that of the program itself.
    const refused = !help && command !== ROOT
    const print = refused ? io.stderr : io.stdout
    print(helpOf(command, path))
    return refused ? 1 : 0
  }
  if (!command.run) throw refuseWord(command, path, args[0] ?? '')
  // A command's own flag hides the one of the same name that says where the cluster is.
  const own = new Set((command.flags ?? []).map(({ name }) => name))
  const session = new Session(io, values.without(own))
  const code = await command.run({ session, flags: values, args, dashAt, path })
  await session.checkWarnings()
  return code ?? 0
}

const refuseWord = (command: Command, path: string, word: string): CommandError =>
  command === ROOT
    ? unknownCommand(
        word,
        similar(
          word,
          COMMANDS.filter(({ hidden }) => !hidden).map(({ name }) => name),
        ),
      )
    : usageError(path, `unknown command ${JSON.stringify(word)}`)

/** Flags of the command itself; a flag of its own goes before one that every command takes. */
function flagsOf({ flags = [] }: Command): readonly Flag[] {
  const own = new Set(flags.map(({ name }) => name))
  const short = new Set(flags.flatMap((flag) => flag.short ?? []))
  const shared = GLOBAL_FLAGS.filter(({ name }) => !own.has(name)).map((flag) => {
    if (!flag.short || !short.has(flag.short)) return flag
    const { short: _taken, ...rest } = flag
    return rest
  })
  return [...flags, ...shared]
}

/** Follows the words to the innermost command; flags may stand between them. */
function findCommand(argv: readonly string[]): { command: Command; path: string; words: string[] } {
  let command = ROOT
  let path: string = PROGRAM
  const words = [...argv]
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? ''
    if (word === '--') break
    if (word.startsWith('-')) {
      at += takesNext(word, flagsOf(command)) ? 2 : 1
      continue
    }
    const next = command.commands?.find(({ name, aliases }) => name === word || aliases?.includes(word))
    if (!next) break
    command = next
    path += ` ${next.name}`
    words.splice(at, 1)
    if (!command.commands) break
  }
  return { command, path, words }
}

function takesNext(word: string, flags: readonly Flag[]): boolean {
  if (word.includes('=')) return false
  const flag = word.startsWith('--')
    ? flags.find(({ name }) => name === word.slice(2))
    : word.length === 2
      ? flags.find(({ short }) => short === word.slice(1))
      : undefined
  return flag !== undefined && flag.type !== 'bool' && flag.bare === undefined
}

/** Names that a mistyped word may have meant: few letters away, or beginning with it. */
function similar(word: string, names: readonly string[]): string[] {
  return names.filter((name) => distance(word.toLowerCase(), name) <= 2 || name.startsWith(word.toLowerCase()))
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}
