import type { Json, JsonObject } from './json'
import { isObject, setOwn } from './json'

/**
 * JSON as text, with 64-bit integers exact.
 *
 * A whole number that is written without point or exponent, fits int64 and lies beyond ±(2^53 − 1) is a `bigint` in
 * memory; every other number is a `number`. So each value has one representation, `===` compares it, and ordinary
 * numbers cost nothing. Anything that may hold such a value must be read and written here: `JSON.stringify` throws on it.
 */

const MIN_INT64 = -(2n ** 63n)
const MAX_INT64 = 2n ** 63n - 1n
/** Length of the longest int64, sign included. */
const LONGEST_INT64 = 20

/** The value of an integer literal without point or exponent. */
export function integerOf(text: string): number | bigint {
  const value = Number(text)
  if (Number.isSafeInteger(value) || text.length > LONGEST_INT64) return value
  const exact = BigInt(text)
  return exact >= MIN_INT64 && exact <= MAX_INT64 ? exact : value
}

/** A whole number in its stored form: exact if it fits int64. */
export const wholeNumber = (value: number): number | bigint =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value) : value

/** Input that `JSON.parse` reads incorrectly: integers of 16 digits and more, and escaped surrogate halves. */
const SPECIAL = /(?:^|[:,[\s])-?\d{16,}(?:$|[\s,\]}])|\\u[dD][89a-fA-F]/

/**
 * Like `JSON.parse`, but with exact integers, and with U+FFFD for each lone surrogate.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return SPECIAL.test(text) ? new ExactReader(text).read() : value
}

/** Text with lone surrogates replaced. */
export const wellFormed = (text: string): string => (text.isWellFormed() ? text : text.toWellFormed())

const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y
const [QUOTE, BACKSLASH, BRACE, BRACKET, SPACE, CLOSING_BRACE, CLOSING_BRACKET, COMMA, COLON] = [
  0x22, 0x5c, 0x7b, 0x5b, 0x20, 0x7d, 0x5d, 0x2c, 0x3a,
]

/** Parses text that is known to be valid JSON. */
class ExactReader {
  private at = 0
  constructor(private readonly text: string) {}

  read(): Json {
    switch (this.next()) {
      case BRACE:
        return this.object()
      case BRACKET:
        return this.list()
      case QUOTE:
        return this.string()
      default:
        return this.scalar()
    }
  }

  /** The next character code that is not white space. */
  private next(): number {
    while (this.text.charCodeAt(this.at) <= SPACE) this.at += 1
    return this.text.charCodeAt(this.at)
  }

  private scalar(): Json {
    for (const word of [null, true, false])
      if (this.text.startsWith(String(word), this.at)) {
        this.at += String(word).length
        return word
      }
    NUMBER.lastIndex = this.at
    const [text = '', fraction, exponent] = NUMBER.exec(this.text) ?? []
    this.at += text.length
    return fraction === undefined && exponent === undefined ? integerOf(text) : Number(text)
  }

  private string(): string {
    let end = this.text.indexOf('"', this.at + 1)
    while (this.isEscaped(end)) end = this.text.indexOf('"', end + 1)
    const raw = this.text.slice(this.at, end + 1)
    this.at = end + 1
    return raw.includes('\\') ? wellFormed(JSON.parse(raw) as string) : wellFormed(raw.slice(1, -1))
  }

  private isEscaped(quote: number): boolean {
    let before = quote - 1
    while (this.text.charCodeAt(before) === BACKSLASH) before -= 1
    return (quote - before) % 2 === 0
  }

  private list(): Json[] {
    const items: Json[] = []
    this.at += 1
    while (this.next() !== CLOSING_BRACKET) {
      items.push(this.read())
      if (this.next() === COMMA) this.at += 1
    }
    this.at += 1
    return items
  }

  private object(): JsonObject {
    const members: JsonObject = {}
    this.at += 1
    while (this.next() !== CLOSING_BRACE) {
      const name = this.string()
      if (this.next() === COLON) this.at += 1
      setOwn(members, name, this.read())
      if (this.next() === COMMA) this.at += 1
    }
    this.at += 1
    return members
  }
}

/** A lone surrogate, which no parsed text contains. */
const MARK = '\udead'
const MARKED = /(?<!\\)"\\udead(-?\d+)"/g

/** Like `JSON.stringify`, but with exact integers. */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  const mark = (_name: string, member: unknown): unknown => (typeof member === 'bigint' ? `${MARK}${member}` : member)
  return JSON.stringify(value, mark, indent).replace(MARKED, '$1')
}

/** A text that is identical for equal values only: members are sorted. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return writeJson(value ?? null)
  const members = Object.keys(value).filter((name) => value[name] !== undefined)
  return `{${members
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`)
    .join(',')}}`
}

/** Indexes of items that equal an earlier one. */
export function repeatedAt(items: readonly unknown[]): Set<number> {
  const seen = new Set<string>()
  const repeated = new Set<number>()
  items.forEach((item, i) => {
    const text = canonicalJson(item)
    if (seen.has(text)) repeated.add(i)
    else seen.add(text)
  })
  return repeated
}

/** JSON text as Go writes it: the characters that HTML gives a meaning, and line separators, are escaped. */
export const htmlEscapedJson = (text: string): string =>
  text.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
