import { DecodeError, MAX_DEPTH, positionOf } from './decode-error'
import type { Json } from './json'
import { parseJson } from './json-text'
import { messageOf } from './message-of'

export interface Decoded {
  readonly value: Json
  /** Paths of members that came more than once, such as `spec.containers[0].image`; the last one counts. */
  readonly duplicates: readonly string[]
  /** Where whole numbers are written with a point or an exponent (`1.0`, `1e2`): fields of Go's integer types refuse them. */
  readonly fractions: readonly FieldSteps[]
}

/** Names of members and positions of items, from the top. */
export type FieldSteps = readonly (string | number)[]

/** More fractions than this are not looked at. */
const MAX_FRACTIONS = 1000

/**
 * Reads JSON text. Without `duplicates`, neither repeated members nor fractions are looked for.
 * @throws DecodeError with the position
 */
export function decodeJson(text: string, { duplicates = true }: { readonly duplicates?: boolean } = {}): Decoded {
  checkDepth(text)
  let value: Json
  try {
    value = parseJson(text) as Json
  } catch (error) {
    throw syntaxError(text, error)
  }
  return duplicates ? { value, ...scan(text) } : { value, duplicates: [], fractions: [] }
}

function syntaxError(text: string, error: unknown): DecodeError {
  const why = messageOf(error)
  const offset = /at position ([0-9]+)/.exec(why)?.[1] ?? (/end of/i.test(why) ? String(text.length) : undefined)
  // Some engines quote what stands there; a message must not carry pieces of what may be secret.
  if (offset === undefined) return new DecodeError(`the text is not JSON: ${why.replace(/, (\.{3})?".*$/s, '')}`)
  const { line, column } = positionOf(text, Number(offset))
  return new DecodeError(
    `the text is not JSON: line ${line}, column ${column}: ${why.replace(/ in JSON at position.*$/s, '')}`,
    line,
    column,
  )
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, COMMA, POINT, SMALL_E, LARGE_E] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x2c, 0x2e, 0x65, 0x45,
]

/** The offset behind a string that opens at `start`; the text's length when it does not end. */
function stringEnd(text: string, start: number): number {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return text.length
    let escapes = 0
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return quote + 1
    from = quote + 1
  }
}

/** Before parsing, since what recurses over the value later must not run out of stack. */
function checkDepth(text: string): void {
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = stringEnd(text, i) - 1
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1
      if (depth > MAX_DEPTH) {
        const { line, column } = positionOf(text, i)
        throw new DecodeError(
          `line ${line}, column ${column}: values are nested deeper than ${MAX_DEPTH} levels`,
          line,
          column,
        )
      }
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
  }
}

interface Level {
  /** Names seen so far; undefined in a list. */
  readonly names: Set<string> | undefined
  /** The member or position that the scanner is in. */
  key: string | number
}

const pathOf = (levels: readonly Level[]): string =>
  levels
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** One pass over text that is known to be JSON. */
function scan(text: string): Omit<Decoded, 'value'> {
  const found: string[] = []
  const fractions: FieldSteps[] = []
  let inFraction = false
  const levels: Level[] = []
  let level: Level | undefined
  let expectName = false
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case QUOTE: {
        const end = stringEnd(text, i)
        if (expectName && level?.names) {
          const raw = text.slice(i + 1, end - 1)
          const name = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
          level.key = name
          if (level.names.has(name)) found.push(pathOf(levels))
          else level.names.add(name)
          expectName = false
        }
        i = end - 1
        break
      }
      case OPEN_BRACE:
      case OPEN_BRACKET: {
        const object = text.charCodeAt(i) === OPEN_BRACE
        level = object ? { names: new Set(), key: '' } : { names: undefined, key: 0 }
        levels.push(level)
        expectName = object
        break
      }
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        inFraction = false
        levels.pop()
        level = levels.at(-1)
        expectName = false
        break
      case COMMA:
        inFraction = false
        if (level?.names) expectName = true
        else if (level && typeof level.key === 'number') level.key += 1
        break
      case POINT:
      case SMALL_E:
      case LARGE_E:
        // The letter is in `true` and `false`, too; and `1.5e3` is one number.
        if (inFraction || !isDigit(text.charCodeAt(i - 1)) || fractions.length >= MAX_FRACTIONS) break
        inFraction = true
        fractions.push(levels.map(({ key }) => key))
    }
  }
  return { duplicates: [...new Set(found)], fractions }
}
