import { DecodeError, MAX_DEPTH, positionOf } from './decode-error'
import type { Json } from './json'
import { parseJson } from './json-text'
import { messageOf } from './message-of'

/** A JSON document, and what the reader must know about its text. */
export interface Decoded {
  readonly value: Json
  /** Paths of repeated members, such as `spec.containers[0].image`; the last value wins. */
  readonly duplicates: readonly string[]
  /** Whole numbers written with a decimal point or exponent (`1.0`, `1e2`): Go's integer types refuse them. */
  readonly fractions: readonly FieldSteps[]
}

/** Member names and item indexes from the root. */
export type FieldSteps = readonly (string | number)[]

/** Maximum number of fractions recorded. */
const MAX_FRACTIONS = 1000

/**
 * Parses JSON text. Without `duplicates`, neither repeated members nor fractions are recorded.
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
  if (!duplicates) return { value, duplicates: [], fractions: [] }
  const { duplicates: repeated, fractions } = scan(text)
  return { value, duplicates: repeated, fractions }
}

function syntaxError(text: string, error: unknown): DecodeError {
  const why = messageOf(error)
  const offset = /at position ([0-9]+)/.exec(why)?.[1] ?? (/end of/i.test(why) ? String(text.length) : undefined)
  // Some engines quote the offending text, which may be secret.
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

/** The offset after the string that opens at `start`, or the text's length if it is not closed. */
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

/** Runs before parsing, so that recursive code can't overflow the stack later. */
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
  /** Member names seen so far; undefined in a list. */
  readonly names: Set<string> | undefined
  /** The current member or index. */
  key: string | number
}

const pathOf = (levels: readonly Level[]): string =>
  levels
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Scans text that is known to be valid JSON, in one pass. */
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
        // `e` also occurs in `true` and `false`, and `1.5e3` is one number, not two.
        if (inFraction || !isDigit(text.charCodeAt(i - 1)) || fractions.length >= MAX_FRACTIONS) break
        inFraction = true
        fractions.push(levels.map(({ key }) => key))
    }
  }
  return { duplicates: found.length > 1 ? [...new Set(found)] : found, fractions }
}
