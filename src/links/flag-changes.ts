import { effectOf, type FlagEffect } from './flag-effects'

/** A flag that a link would add, change or remove. */
export interface FlagChange extends FlagEffect {
  readonly name: string
  /** The current value; undefined if the flag is not set. */
  readonly before: string | undefined
  /** The link's value; undefined if the link removes the flag. */
  readonly after: string | undefined
}

/** The values of each flag in order; a bare switch is `true`. Words that are not flags are kept under their own name. */
function valuesOf(argv: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? ''
    const [, name = word, inline] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? []
    const next = argv[i + 1]
    let value = inline
    if (value === undefined && word.startsWith('--') && next !== undefined && !next.startsWith('--')) {
      value = next
      i++
    }
    values.set(name, [...(values.get(name) ?? []), value ?? 'true'])
  }
  return values
}

const textOf = (values: readonly string[] | undefined): string | undefined => values?.join('\n')

/** The differences between two command lines with their effects, dangerous changes first. */
export function flagChanges(before: readonly string[], after: readonly string[]): FlagChange[] {
  const [old, young] = [valuesOf(before), valuesOf(after)]
  const names = [...new Set([...young.keys(), ...old.keys()])]
  return names
    .flatMap((name): FlagChange[] => {
      const [was, is] = [textOf(old.get(name)), textOf(young.get(name))]
      return was === is ? [] : [{ name, before: was, after: is, ...effectOf(name, is, was) }]
    })
    .sort((one, other) => Number(other.danger) - Number(one.danger))
}
