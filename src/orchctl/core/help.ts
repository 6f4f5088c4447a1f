import type { Command } from './command'
import { GLOBAL_FLAGS } from './globals'
import type { Flag } from './flags'
import { PROGRAM } from './words'

/** The help of one command, made from its table. */
export function helpOf(command: Command, path: string): string {
  const parts = [command.long ?? `${command.short}.`]
  if (command.aliases?.length) parts.push(`Aliases:\n${[command.name, ...command.aliases].join(', ')}`)
  if (command.examples?.length) parts.push(`Examples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`)
  const commands = (command.commands ?? []).filter((one) => !one.hidden)
  if (commands.length > 0) parts.push(commandLists(commands))
  const flags = (command.flags ?? []).filter((flag) => !flag.hidden)
  if (flags.length > 0) parts.push(`Options:\n${flags.map(flagHelp).join('\n\n')}`)
  const usage = command.usage ?? (commands.length > 0 ? '[flags]' : '')
  const more = commands.length > 0 ? `Use "${path} <command> --help" for more information about a given command.\n` : ''
  parts.push(`Usage:\n  ${path}${usage ? ` ${usage}` : ''} [options]`)
  parts.push(`${more}Use "${PROGRAM} options" for a list of global command-line options (applies to all commands).`)
  return `${parts.join('\n\n')}\n`
}

function commandLists(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 3
  const sections = new Map<string, Command[]>()
  for (const command of commands) {
    const title = command.section ?? 'Available Commands'
    sections.set(title, [...(sections.get(title) ?? []), command])
  }
  return [...sections]
    .map(([title, list]) => `${title}:\n${list.map(({ name, short }) => `  ${name.padEnd(width)}${short}`).join('\n')}`)
    .join('\n\n')
}

function flagHelp({ name, short, type, default: value = '', help }: Flag): string {
  const written =
    type === 'bool' || type === 'int' || type === 'duration'
      ? value || (type === 'bool' ? 'false' : '0')
      : type === 'list' || type === 'strings'
        ? `[${value}]`
        : `'${value}'`
  return `    ${short ? `-${short}, ` : ''}--${name}=${written}:\n\t${help}`
}

export const optionsHelp = (): string =>
  `Options that every command takes:\n\n${GLOBAL_FLAGS.filter((flag) => !flag.hidden)
    .map(flagHelp)
    .join('\n\n')}\n`
