import { FLAGS } from '../../flags'
import { dataOf } from '../../links/flag-effects'

/** Flags whose files are secret whatever they contain. */
const CONFIDENTIAL = new Set<string>(FLAGS.filter(({ confidential }) => confidential).map(({ name }) => name))
const FILES = new Set<string>(FLAGS.filter(({ type }) => type === 'file').map(({ name }) => name))

/** Signs that a file holds a key or a credential, or embeds another file that may. */
const CREDENTIAL =
  /PRIVATE KEY|\bdata:|["']?\b(token|password|client-key|client-key-data|client-secret|id-token|refresh-token)["']?\s*:/i

/** Whether a flag's value is itself secret, rather than just a file name. */
export function isSecretFlag(name: string, value: string): boolean {
  if (!FILES.has(name) || !value.startsWith('data:')) return false
  const content = CONFIDENTIAL.has(name) ? undefined : dataOf(value)
  return content === undefined || CREDENTIAL.test(content)
}

interface SecretFlag {
  readonly name: string
  readonly value: string
}

/** The flags of a command line, each with the words it consists of. */
function flagsOf(argv: readonly string[]): (SecretFlag & { readonly words: readonly string[] })[] {
  const flags: (SecretFlag & { words: string[] })[] = []
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? ''
    const [, name = '', inline] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? []
    const next = argv[i + 1]
    if (inline === undefined && next !== undefined && !next.startsWith('--')) {
      flags.push({ name, value: next, words: [word, next] })
      i++
    } else flags.push({ name, value: inline ?? '', words: [word] })
  }
  return flags
}

const secretsOf = (argv: readonly string[]): SecretFlag[] =>
  flagsOf(argv).filter(({ name, value }) => isSecretFlag(name, value))

/** The distinct names of flags with secret values. */
export const secretFlags = (argv: readonly string[]): string[] => [...new Set(secretsOf(argv).map(({ name }) => name))]

/** The arguments without secret flags: safe to share. */
export const withoutSecretFlags = (argv: readonly string[]): string[] =>
  flagsOf(argv).flatMap(({ name, value, words }) => (isSecretFlag(name, value) ? [] : words))

const HIDDEN = /^\(hidden (\d+)(?:: .*)?\)$/

/**
 * Replaces the secrets of the running arguments in a text of flags by numbered placeholders. Newly typed values stay as they
 * are.
 */
export function hideSecrets(text: string, running: readonly string[]): string {
  const secrets = secretsOf(running)
  return changeValues(text, (name, value) => {
    const at = secrets.findIndex((secret) => secret.name === name && secret.value === value)
    return at < 0 ? value : `(hidden ${at + 1}: ${value.length} characters)`
  })
}

/** A text refers to a hidden value that is no longer known. */
export class HiddenFlagError extends Error {
  override readonly name = 'HiddenFlagError'
}

/** The reverse of `hideSecrets`. @throws HiddenFlagError for a number that matches no running flag */
export function revealSecrets(text: string, running: readonly string[]): string {
  const secrets = secretsOf(running)
  return changeValues(text, (name, value) => {
    const number = HIDDEN.exec(value)?.[1]
    if (number === undefined) return value
    const secret = secrets[Number(number) - 1]
    if (secret?.name !== name)
      throw new HiddenFlagError(`--${name}: no hidden value has the number ${number}; enter the value itself`)
    return secret.value
  })
}

/** The same for parsed arguments. */
export const hideInArgv = (argv: readonly string[]): string[] =>
  flagsOf(argv).map(({ name, value, words }) =>
    isSecretFlag(name, value) ? `--${name}=(hidden: ${value.length} characters)` : words.join(' '),
  )

function changeValues(text: string, change: (name: string, value: string) => string): string {
  return text
    .split('\n')
    .map((line) => {
      const [, head = '', name = '', value] = /^(\s*--([\w-]+)(?:=|\s+))(\S.*?)\s*$/.exec(line) ?? []
      if (value === undefined) return line
      const changed = change(name, value)
      return changed === value ? line : head + changed
    })
    .join('\n')
}
