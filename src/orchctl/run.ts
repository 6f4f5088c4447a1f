import { COMMANDS } from './commands'
import { completeWords } from './complete/complete'
import type { Command } from './core/command'
import { type CommandError, explainError, Misuse, PrintStopped, unknownCommand, usageError } from './core/errors'
import { parseFlags } from './core/flags'
import { helpOf } from './help/help'
import type { Io } from './core/io'
import { Session } from './core/session'
import { findCommand, flagsOf, ROOT } from './find-command'

/** Runs one command line; all input and output goes through `io`. Resolves with the exit code; failures are printed, never thrown. */
export async function run(io: Io): Promise<number> {
  try {
    return io.argv[0] === '__complete' ? await printCompletions(io) : await runCommand(io)
  } catch (error) {
    if (io.signal.aborted) return 130
    if (error instanceof PrintStopped) io.stdout(error.printed)
    const { text, exitCode } = explainError(error)
    if (text) io.stderr(text.endsWith('\n') ? text : `${text}\n`)
    return exitCode
  }
}

/** Prints the candidates for the end of the line, one per line with a note, for shell completion. */
async function printCompletions(io: Io): Promise<number> {
  for (const { text, note } of await completeWords(io, io.argv.slice(1)))
    io.stdout(note === undefined ? `${text}\n` : `${text}\t${note}\n`)
  return 0
}

async function runCommand(io: Io): Promise<number> {
  const { command, path, words } = findCommand(io.argv)
  const flags = flagsOf(command)
  const { values, args, dashAt, help } = parseFlags(words, flags, path)
  const incomplete = !command.run && (args.length === 0 || command.bare === 'helps')
  if (help || incomplete) {
    // Help that was not requested is an error, except that of the program itself.
    const refused = !help && command !== ROOT && command.bare !== 'helps'
    const print = refused && command.bare === undefined ? io.stderr : io.stdout
    print(helpOf(command, path))
    return refused ? 1 : 0
  }
  if (!command.run) throw refuseWord(command, path, args)
  // A command's own flag hides a global connection flag of the same name.
  const own = new Set((command.flags ?? []).map(({ name }) => name))
  const session = new Session(io, values.without(own))
  const code = await command.run({ session, flags: values, args, dashAt, path }).catch((error: unknown) => {
    if (!(error instanceof Misuse)) throw error
    throw new PrintStopped(error.message, helpOf(command, path))
  })
  await session.checkWarnings()
  return code ?? 0
}

const refuseWord = (command: Command, path: string, [word = '', ...more]: readonly string[]): CommandError =>
  command === ROOT
    ? unknownCommand(
        word,
        similar(
          word,
          COMMANDS.filter(({ hidden }) => !hidden).map(({ name }) => name),
        ),
      )
    : usageError(path, `unknown command ${JSON.stringify([word, ...more].join(' '))}`)

/** Suggestions for a mistyped word: names that differ in few letters, or begin with it. */
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
