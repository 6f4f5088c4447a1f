import { FLAGS } from './flags'
import { fileLabel } from './machinery/file-label'
import type { FlagDefinition } from './machinery/flag-definition'
import type { FlagName } from './machinery/flag-name'
import { parseGoDuration } from './machinery/go-duration'
import { messageOf } from './machinery/message-of'

type Definitions = ReadonlyMap<string, FlagDefinition>
const byName = (definitions: readonly FlagDefinition[]): Definitions =>
  new Map(definitions.map((definition) => [definition.name, definition]))
const BY_NAME = byName(FLAGS)

/** A flag that can't be used; the message names it. */
export class FlagError extends Error {
  override readonly name = 'FlagError'
}

/** Milliseconds of a duration such as `1h30m`, `300ms` or `0`. Throws `FlagError`. */
export function parseDuration(text: string): number {
  const ms = parseGoDuration(text)
  if (ms === undefined) throw new FlagError(`"${text}" is not a duration such as 300ms, 90s or 1h30m`)
  return ms
}

/** The parsed and checked command line; absent flags have their defaults. */
export class Flags<Name extends string = FlagName> {
  constructor(
    private readonly given: ReadonlyMap<string, readonly string[]>,
    private readonly known: Definitions = BY_NAME,
  ) {}

  isSet(name: Name): boolean {
    return this.given.has(name)
  }
  /** A warning for every flag that is set and has no effect. */
  warnings(): string[] {
    return FLAGS.filter(({ name, inert }) => inert !== undefined && this.given.has(name)).map(
      ({ name, inert }) => `--${name} has no effect on this server: ${inert}`,
    )
  }
  /** The last value given, or the default. */
  get(name: Name): string | undefined {
    return this.given.get(name)?.at(-1) ?? definitionOf(name, this.known).default
  }
  /** Every value given, or the default; comma-separated lists are not split. */
  all(name: Name): readonly string[] {
    const fallback = definitionOf(name, this.known).default
    return this.given.get(name) ?? (fallback === undefined ? [] : [fallback])
  }
  /** The items of a comma-separated list over all its occurrences; file names are not split. */
  list(name: Name): string[] {
    const isFile = definitionOf(name, this.known).type === 'file'
    return this.all(name)
      .flatMap((value) => (isFile ? [value] : value.split(','))) // a data: URL contains commas
      .map((item) => item.trim())
      .filter((item) => item !== '')
  }
  boolean(name: Name): boolean {
    return /^(true|t|1)$/i.test(this.get(name) ?? 'false')
  }
  integer(name: Name): number {
    return Number(this.get(name) ?? 0)
  }
  durationMs(name: Name): number {
    return parseDuration(this.get(name) ?? '0')
  }
}

function definitionOf(name: string, known: Definitions): FlagDefinition {
  const definition = known.get(name)
  if (!definition) throw new FlagError(`unknown flag: --${name}`)
  return definition
}

function check(definition: FlagDefinition, value: string): void {
  const refuse = (why: string): never => {
    throw new FlagError(`invalid value "${value}" for --${definition.name}: ${why}`)
  }
  if (definition.oneOf && !definition.oneOf.includes(value)) refuse(`must be one of ${definition.oneOf.join(', ')}`)
  if (definition.type === 'boolean' && !/^(true|false|t|f|1|0)$/i.test(value)) refuse('must be true or false')
  if (definition.type === 'integer' && !/^-?\d+$/.test(value)) refuse('must be a whole number')
  if (definition.type === 'file' && value === '') refuse('must name a file')
  const fault = definition.fault?.(value)
  if (fault) refuse(fault)
  if (definition.type === 'duration') {
    try {
      parseDuration(value)
    } catch (error) {
      refuse(messageOf(error))
    }
  }
}

/**
 * Reads `--flag value`, `--flag=value` and bare `--switch` for booleans. Throws `FlagError` with the name of the first flag that is
 * unknown, lacks its value, has an invalid one, or is repeated though it must not be. `definitions` are the known flags, by default those
 * of a control plane.
 */
export function parseFlags<Name extends string = FlagName>(
  argv: readonly string[],
  definitions?: readonly FlagDefinition<Name>[],
): Flags<Name> {
  const known = definitions ? byName(definitions) : BY_NAME
  const given = new Map<string, string[]>()
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? ''
    const match = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word)
    if (!match) throw new FlagError(`unexpected argument "${fileLabel(word)}": flags look like --name=value`)
    const name = match[1] ?? ''
    const definition = definitionOf(name, known)
    let value = match[2]
    if (value === undefined && definition.type === 'boolean') {
      const next = argv[i + 1]
      if (next !== undefined && /^(true|false)$/.test(next)) {
        value = next
        i++
      } else value = 'true'
    }
    if (value === undefined) {
      value = argv[++i]
      if (value === undefined || value.startsWith('--')) throw new FlagError(`flag needs a value: --${name}`)
    }
    check(definition, value)
    const values = given.get(name)
    if (values && !definition.repeatable) {
      if (!values.includes(value)) throw new FlagError(`--${name} is given twice`)
    } else if (values) values.push(value)
    else given.set(name, [value])
  }
  return new Flags<Name>(given, known)
}

/** Every flag with a value that is safe to show: secrets are hidden, and files appear by name only. */
export const shownFlags = (flags: Flags): Record<string, string> =>
  Object.fromEntries(
    FLAGS.map(({ name, type, confidential }) => {
      const values = flags.all(name)
      const shown = type === 'file' ? values.map(fileLabel) : values
      return [name, confidential ? 'CLASSIFIED' : shown.join(',')]
    }),
  )
