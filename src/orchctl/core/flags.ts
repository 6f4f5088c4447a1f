import { parseGoDuration } from '../../machinery/go-duration'
import { messageOf } from '../../machinery/message-of'
import { CommandError } from './errors'

/**
 * The value type of a flag. `list` splits at commas and may be repeated, `strings` may be repeated, `optional` takes a value only after
 * `=`.
 */
export type FlagType = 'bool' | 'string' | 'int' | 'duration' | 'list' | 'strings'

/** One flag as data: its name, type, default and help. */
export interface Flag {
  readonly name: string
  readonly short?: string
  readonly type: FlagType
  /** As written on the command line. */
  readonly default?: string
  /** The value if the flag is given without one (`--dry-run`). */
  readonly bare?: string
  /** The default as shown in help, if it differs from `default` in the form of its type. */
  readonly shown?: string
  readonly help: string
  readonly hidden?: boolean
}

/** The flags of one call. Reading a flag that the command does not define is a programming error. */
export class FlagValues {
  private readonly given = new Map<string, string[]>()
  private readonly written: [name: string, value: string][] = []
  constructor(private readonly table: ReadonlyMap<string, Flag>) {}

  set(flag: Flag, value: string): void {
    check(flag, value)
    this.written.push([flag.name, value])
    const old = this.given.get(flag.name) ?? []
    const values = flag.type === 'list' ? splitList(value) : [value]
    this.given.set(flag.name, flag.type === 'list' || flag.type === 'strings' ? [...old, ...values] : values)
  }
  /** The same values without some flags. */
  without(names: ReadonlySet<string>): FlagValues {
    const rest = new FlagValues(new Map([...this.table].filter(([name]) => !names.has(name))))
    for (const [name, values] of this.given) if (!names.has(name)) rest.given.set(name, values)
    return rest
  }
  /** Names and values in the order given. */
  inOrder(): readonly (readonly [name: string, value: string])[] {
    return this.written
  }
  has(name: string): boolean {
    return this.table.has(name)
  }
  changed(name: string): boolean {
    return this.given.has(name)
  }
  string(name: string): string {
    return this.given.get(name)?.at(-1) ?? this.table.get(name)?.default ?? ''
  }
  bool(name: string): boolean {
    return isTrue(this.string(name) || 'false')
  }
  int(name: string): number {
    return Number(this.string(name) || '0')
  }
  /** In milliseconds. */
  duration(name: string): number {
    return parseGoDuration(this.string(name) || '0') ?? 0
  }
  list(name: string): readonly string[] {
    const value = this.table.get(name)?.default
    return this.given.get(name) ?? (value ? splitList(value) : [])
  }
}

const splitList = (value: string): string[] => (value === '' ? [] : value.split(','))
const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True']
const FALSE = ['0', 'f', 'F', 'false', 'FALSE', 'False']
const isTrue = (value: string): boolean => TRUE.includes(value)

function check(flag: Flag, value: string): void {
  const name = flag.short ? `-${flag.short}, --${flag.name}` : `--${flag.name}`
  const refuse = (why: string): never => {
    throw new CommandError(`invalid argument ${JSON.stringify(value)} for "${name}" flag: ${why}`)
  }
  if (flag.type === 'bool' && !TRUE.includes(value) && !FALSE.includes(value))
    refuse(`strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`)
  if (flag.type === 'int' && !/^[+-]?\d+$/.test(value))
    refuse(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`)
  if (flag.type === 'duration' && parseGoDuration(value) === undefined)
    refuse(/^[+-]?[\d.]+$/.test(value) ? `time: missing unit in duration ${JSON.stringify(value)}` : unitError(value))
}

/** The message for an invalid duration: an unknown unit, or the wrong form. */
function unitError(value: string): string {
  const [unit] = [...value.matchAll(/[\d.]+([^\d.]+)/g)]
    .map(([, found = '']) => found)
    .filter((one) => !UNITS.includes(one))
  const wellFormed = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)[^\d.]+)+$/.test(value)
  return wellFormed && unit !== undefined
    ? `time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(value)}`
    : `time: invalid duration ${JSON.stringify(value)}`
}
const UNITS = ['ns', 'us', 'µs', 'μs', 'ms', 's', 'm', 'h']

/** A command line, taken apart. */
export interface ParsedWords {
  readonly values: FlagValues
  /** The words that are not flags. */
  readonly args: readonly string[]
  /** How many of `args` came before `--`; -1 without it. */
  readonly dashAt: number
  readonly help: boolean
}

/**
 * Parses a command line in the usual form: `--name=value`, `--name value`, `-n value`, `-nvalue`, grouped short flags, flags anywhere
 * between other words, and `--` to end them.
 * @throws CommandError for an unknown flag, a missing or an invalid value
 */
export function parseFlags(words: readonly string[], flags: readonly Flag[], path: string): ParsedWords {
  const table = new Map(flags.map((flag) => [flag.name, flag]))
  const short = new Map(flags.flatMap((flag) => (flag.short ? [[flag.short, flag] as const] : [])))
  const values = new FlagValues(table)
  const args: string[] = []
  let dashAt = -1
  let help = false
  const fail = (why: string): never => {
    throw new CommandError(`${why}\nSee '${path} --help' for usage.`)
  }
  const put = (flag: Flag, value: string): void => {
    try {
      values.set(flag, value)
    } catch (error) {
      fail(messageOf(error))
    }
  }
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    if (word === '--') {
      dashAt = args.length
      args.push(...words.slice(i + 1))
      break
    }
    if (!word.startsWith('-') || word === '-') args.push(word)
    else if (word.startsWith('--')) {
      const [, name = '', value] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? []
      if (name === 'help') help = value === undefined || isTrue(value)
      else {
        const flag = table.get(name) ?? fail(`unknown flag: --${name}`)
        if (value !== undefined) put(flag, value)
        else if (bareOf(flag) !== undefined) put(flag, bareOf(flag) ?? '')
        else if (i + 1 < words.length) put(flag, words[++i] ?? '')
        else fail(`flag needs an argument: --${name}`)
      }
    } else {
      for (let at = 1; at < word.length; at++) {
        const letter = word[at] ?? ''
        const flag = short.get(letter)
        if (!flag) {
          if (letter !== 'h') fail(`unknown shorthand flag: '${letter}' in ${word}`)
          help = true
          continue
        }
        const rest = word.slice(at + 1)
        if (rest.startsWith('=') && rest.length > 1) put(flag, rest.slice(1))
        else if (bareOf(flag) !== undefined) {
          put(flag, bareOf(flag) ?? '')
          continue
        } else if (rest !== '') put(flag, rest)
        else if (i + 1 < words.length) put(flag, words[++i] ?? '')
        else fail(`flag needs an argument: '${letter}' in ${word}`)
        break
      }
    }
  }
  return { values, args, dashAt, help }
}

const bareOf = (flag: Flag): string | undefined => flag.bare ?? (flag.type === 'bool' ? 'true' : undefined)
