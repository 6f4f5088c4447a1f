import type { Command } from '../core/command'
import type { Flag } from '../core/flags'
import { GLOBAL_FLAGS } from '../core/globals'
import { CACHE, PROGRAM } from '../core/words'
import { EXAMPLES } from './examples'
import { USAGES } from './usages'

/** The help of one command, generated from its table; `path` is its full name. */
export function helpOf(command: Command, path: string): string {
  const key = path.slice(PROGRAM.length + 1)
  const parts = [command.long ?? `${command.short}.`]
  if (command.aliases?.length) parts.push(`Aliases:\n${[command.name, ...command.aliases].join(', ')}`)
  if (EXAMPLES[key]) parts.push(`Examples:\n${exampleLines(EXAMPLES[key])}`)
  const commands = (command.commands ?? []).filter((one) => !one.hidden)
  if (commands.length > 0) parts.push(commandLists(commands))
  const flags = (command.flags ?? []).filter((flag) => !flag.hidden)
  if (flags.length > 0) parts.push(`Options:\n${flagList(flags)}`)
  const written = USAGES[key] ?? (key === '' ? '[flags]' : '')
  const usage = written && ` ${written}`
  parts.push(`Usage:\n  ${path}${usage}${usage.includes('[options]') ? '' : ' [options]'}`)
  const more = commands.length > 0 ? `Use "${path} <command> --help" for more information about a given command.\n` : ''
  parts.push(`${more}Use "${PROGRAM} options" for a list of global command-line options (applies to all commands).`)
  return `${parts.join('\n\n')}\n`
}

/** The help of the global flags; `home` is the directory of the default cache. */
export const optionsHelp = (home = ''): string => {
  const flags = GLOBAL_FLAGS.map((flag) =>
    flag.name === 'cache-dir' ? { ...flag, default: `${home}/${CACHE}` } : flag,
  )
  return `The following options can be passed to any command:\n\n${flagList(flags)}\n`
}

/** A comment begins the next example; two spaces on a line separate examples. */
const exampleLines = (lines: readonly string[]): string =>
  lines
    .flatMap((line, at) => [
      ...(at > 0 && line.startsWith('#') ? ['  '] : []),
      /^(#|cat )/.test(line) ? `  ${line}` : `  ${PROGRAM} ${line}`,
    ])
    .join('\n')

/** Sections of the program's help, in order; other commands have a single list. */
const SECTIONS = [
  'Basic Commands (Beginner)',
  'Basic Commands (Intermediate)',
  'Deploy Commands',
  'Cluster Management Commands',
  'Troubleshooting and Debugging Commands',
  'Advanced Commands',
  'Settings Commands',
  'Subcommands provided by plugins',
  'Other Commands',
]

function commandLists(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length), 11) + 3
  const listOf = (list: readonly Command[]): string =>
    list.map(({ name, short }) => `\n  ${name.padEnd(width)}${short}`).join('')
  if (!commands.some(({ section }) => section)) return `Available Commands:${listOf(commands)}`
  return SECTIONS.map((title) => `${title}:${listOf(commands.filter(({ section }) => section === title))}`).join('\n\n')
}

/** Flags are listed alphabetically. */
const flagList = (flags: readonly Flag[]): string =>
  flags
    .filter((flag) => !flag.hidden)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(flagHelp)
    .join('\n\n')

function flagHelp({ name, short, type, default: value = '', shown, help }: Flag): string {
  const plain = type === 'bool' ? 'false' : type === 'int' ? '0' : type === 'duration' ? '0s' : undefined
  const list = type === 'list' || type === 'strings'
  const written = shown ?? (plain === undefined ? (list ? `[${value}]` : `'${value}'`) : value || plain)
  return `    ${short ? `-${short}, ` : ''}--${name}=${written}:\n\t${help}`
}
