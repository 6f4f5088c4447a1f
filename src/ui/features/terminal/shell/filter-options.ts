import { ShellMistake } from './parse'

interface Options {
  /** The option letters given. */
  readonly on: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
  readonly rest: readonly string[]
}

/** Parses single-letter options; those in `valued` take a value. `rest` has the remaining words. */
export function optionsOf(name: string, args: readonly string[], known: string, valued = ''): Options {
  const on = new Set<string>()
  const values = new Map<string, string>()
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (word === '--') {
      rest.push(...args.slice(at + 1))
      break
    }
    if (!/^-./.test(word)) {
      rest.push(word)
      continue
    }
    if (/^-\d+$/.test(word) && valued.includes('n')) {
      values.set('n', word.slice(1))
      continue
    }
    for (let i = 1; i < word.length; i++) {
      const letter = word[i] ?? ''
      if (valued.includes(letter)) {
        values.set(letter, word.slice(i + 1) || (args[++at] ?? ''))
        break
      }
      if (!known.includes(letter)) throw new ShellMistake(`${name}: unknown option -${letter}`)
      on.add(letter)
    }
  }
  return { on, values, rest }
}

/**
 * The numeric value of an option, or `fallback`.
 * @throws ShellMistake if it is not a number
 */
export const numberIn = (
  name: string,
  values: ReadonlyMap<string, string>,
  letter: string,
  fallback: number,
): number => {
  const text = values.get(letter)
  if (text === undefined) return fallback
  if (!/^[+-]?\d+$/.test(text)) throw new ShellMistake(`${name}: ${text} is not a number`)
  return Number(text)
}

/**
 * The pattern of `grep`, according to `-E`, `-F`, `-i` and `-w`.
 * @throws ShellMistake for an invalid regular expression
 */
export function patternOf(text: string, { on }: Options): RegExp {
  const source = on.has('F') ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : on.has('E') ? text : basic(text)
  try {
    return new RegExp(on.has('w') ? `\\b(?:${source})\\b` : source, on.has('i') ? 'gi' : 'g')
  } catch {
    throw new ShellMistake(`grep: ${text} is not a valid regular expression`)
  }
}

/** In basic expressions `\|` and `\(` are the special ones, and `|`, `+`, `?`, `(` and `{` mean themselves. */
const basic = (text: string): string =>
  text.replace(/\\([|+?(){}])|([|+?(){}])/g, (_all, special: string, plain: string) => special ?? `\\${plain}`)
