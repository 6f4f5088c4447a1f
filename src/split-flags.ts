import type { FlagDefinition } from './machinery/flag-definition'
import { FlagError, type Flags, parseFlags } from './parse-flags'

/** Flags that one part of the program takes from a command line. */
export interface SplitFlags<Name extends string> {
  /** The flags that were separated. */
  readonly own: Flags<Name>
  /** The remaining words, for the control plane. */
  readonly argv: readonly string[]
}

/** Separates the flags of `definitions`, none of which is repeatable, from the command line. Throws `FlagError`. */
export function splitFlags<Name extends string>(
  args: readonly string[],
  definitions: readonly FlagDefinition<Name>[],
): SplitFlags<Name> {
  const types = new Map<string, FlagDefinition['type']>(definitions.map(({ name, type }) => [name, type]))
  const own: string[] = []
  const argv: string[] = []
  const seen = new Set<string>()
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? ''
    const name = /^--([^=]+)/.exec(word)?.[1] ?? ''
    const type = types.get(name)
    if (type === undefined) {
      argv.push(word)
      continue
    }
    if (seen.has(name)) throw new FlagError(`--${name} is given twice`)
    seen.add(name)
    own.push(word)
    const next = args[i + 1]
    const takesNext = type === 'boolean' ? /^(true|false)$/.test(next ?? '') : next !== undefined
    if (!word.includes('=') && takesNext && next !== undefined) own.push(args[++i] ?? '')
  }
  return { own: parseFlags(own, definitions), argv }
}
