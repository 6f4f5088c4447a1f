import { COMMANDS } from './commands'
import type { Command } from './core/command'
import type { Flag } from './core/flags'
import { GLOBAL_FLAGS } from './core/globals'
import { CONTROLS, PROGRAM } from './core/words'

/** The program itself, as the command that contains all others. */
export const ROOT: Command = {
  name: PROGRAM,
  short: CONTROLS,
  commands: COMMANDS,
}

/** All flags of the command; its own hide global ones of the same name. */
export function flagsOf({ flags = [] }: Command): readonly Flag[] {
  const own = new Set(flags.map(({ name }) => name))
  const short = new Set(flags.flatMap((flag) => flag.short ?? []))
  const shared = GLOBAL_FLAGS.filter(({ name }) => !own.has(name)).map((flag) => {
    if (!flag.short || !short.has(flag.short)) return flag
    const { short: _taken, ...rest } = flag
    return rest
  })
  return [...flags, ...shared]
}

/** Resolves the words to the innermost command; flags may come between them. */
export function findCommand(argv: readonly string[]): { command: Command; path: string; words: string[] } {
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

/** Whether the word after a flag is its value. */
export function takesNext(word: string, flags: readonly Flag[]): boolean {
  if (word.includes('=')) return false
  const flag = word.startsWith('--')
    ? flags.find(({ name }) => name === word.slice(2))
    : word.length === 2
      ? flags.find(({ short }) => short === word.slice(1))
      : undefined
  return flag !== undefined && flag.type !== 'bool' && flag.bare === undefined
}
