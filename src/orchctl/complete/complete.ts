import type { Command } from '../core/command'
import { type Flag, parseFlags } from '../core/flags'
import type { Io } from '../core/io'
import { Session } from '../core/session'
import { findCommand, flagsOf } from '../find-command'
import { completeArgument } from './arguments'
import type { Candidate, CompletionPlace } from './candidate'
import { completeValue } from './flag-values'

/**
 * Candidates for the last of `words`, which are those after the program's name; it may be empty. If the server can't be queried, it
 * contributes no candidates.
 */
export async function completeWords(io: Io, words: readonly string[]): Promise<Candidate[]> {
  const current = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const { command, path, words: rest } = findCommand(before)
  const table = flagsOf(command)
  const open = openFlag(rest, table)
  const place = placeOf(io, command, path, open ? rest.slice(0, -1) : rest, table)
  try {
    const found = open ? await completeValue(place, open, current) : await completeWord(place, table, current)
    return found.filter(({ text }) => text.startsWith(current))
  } catch {
    // Without access to a server, completion continues without its data.
    return []
  }
}

async function completeWord(place: CompletionPlace, table: readonly Flag[], current: string): Promise<Candidate[]> {
  const given = /^(--[^=]+)=([\s\S]*)$/.exec(current)
  if (given) {
    const [, name = '', value = ''] = given
    const flag = table.find((one) => `--${one.name}` === name)
    const values = flag ? await completeValue(place, flag, value) : []
    return values.map(({ text, ...more }) => ({ ...more, text: `${name}=${text}` }))
  }
  if (current.startsWith('-'))
    return table
      .filter(({ hidden, name }) => !hidden && !place.flags.changed(name))
      .map((flag) => ({ text: `--${flag.name}${takesValue(flag) ? '=' : ''}`, note: flag.help }))
  const commands = (place.command.commands ?? []).filter(({ hidden }) => !hidden)
  const names = place.args.length === 0 ? commands.map(({ name, short }) => ({ text: name, note: short })) : []
  return [...names, ...(await completeArgument(place, current))]
}

const takesValue = (flag: Flag): boolean => flag.type !== 'bool' && flag.bare === undefined

/** The flag that takes the next word as its value. */
function openFlag(words: readonly string[], table: readonly Flag[]): Flag | undefined {
  const last = words.at(-1) ?? ''
  if (!last.startsWith('-') || last.includes('=') || words.includes('--')) return undefined
  const flag = last.startsWith('--')
    ? table.find(({ name }) => name === last.slice(2))
    : table.find(({ short }) => short !== undefined && short === last.slice(1))
  return flag && takesValue(flag) ? flag : undefined
}

/** The line may be incomplete: words that can't be parsed are ignored. */
function placeOf(
  io: Io,
  command: Command,
  path: string,
  words: readonly string[],
  table: readonly Flag[],
): CompletionPlace {
  const quiet: Io = { ...io, stdout: () => undefined, stderr: () => undefined }
  let parsed
  try {
    parsed = parseFlags(words, table, path)
  } catch {
    parsed = parseFlags([], table, path)
  }
  const own = new Set((command.flags ?? []).map(({ name }) => name))
  const session = new Session(quiet, parsed.values.without(own))
  return { command, path: path.split(' ').slice(1).join(' '), args: parsed.args, flags: parsed.values, session }
}
