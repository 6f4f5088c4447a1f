import { type CharacterSet, classOf, perlClass, posixClass, range, unicodeClass } from './character-class'
import type { PatternCursor } from './pattern-cursor'

const NO_RANGE = 'invalid character class range'
const NO_ESCAPE = 'invalid escape sequence'
const ESCAPES: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 }

/** Reads a literal character; the end of the text means an unclosed class. Throws `InvalidPattern`. */
export function readCharacter(text: PatternCursor): number {
  const code = text.next?.codePointAt(0)
  if (code === undefined) text.fail('missing closing ]', 0)
  text.at += 1
  return code
}

/** Reads an escaped character. Throws `InvalidPattern`. */
export function readEscaped(text: PatternCursor): number {
  const start = text.at
  text.at += 1
  if (text.next === undefined) text.fail('trailing backslash at end of expression', text.at)
  const hexadecimal = text.takeMatch(/^x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/)
  if (hexadecimal) {
    const code = parseInt(hexadecimal[1] ?? hexadecimal[2] ?? '', 16)
    return code <= 0x10ffff ? code : text.fail(NO_ESCAPE, start, text.at)
  }
  const octal = text.takeMatch(/^(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/)?.[0]
  if (octal !== undefined) return parseInt(octal, 8)
  const letter = text.next ?? ''
  const known = ESCAPES[letter]
  if (known === undefined && (letter === '' || /[0-9A-Za-z]|[^\p{ASCII}]/u.test(letter)))
    text.fail(NO_ESCAPE, start, text.at + 1)
  text.at += 1
  return known ?? letter.codePointAt(0) ?? 0
}

/** Reads an escaped class such as `\d` or `\pL`; undefined if there is none. Throws `InvalidPattern`. */
export function readEscapedSet(text: PatternCursor): CharacterSet | undefined {
  if (!text.sees('\\')) return undefined
  const letter = text.after ?? ''
  const perl = perlClass(letter)
  if (perl) {
    text.at += 2
    return perl
  }
  if (letter !== 'p' && letter !== 'P') return undefined
  const start = text.at
  const match = text.takeMatch(/^\\[pP](?:\{([^}]*)\}|(.))/su)
  const set = unicodeClass(match?.[1] ?? match?.[2] ?? '', letter === 'P')
  return set ?? text.fail(NO_RANGE, start, text.at)
}

/** Reads the rest of a bracket class after `[`, through `]`, and returns its source. `fold` ignores case. Throws `InvalidPattern`. */
export function readBrackets(text: PatternCursor, fold: boolean): string {
  const start = text.at - 1
  const negated = text.take('^')
  const sets: CharacterSet[] = []
  for (let first = true; first || !text.sees(']'); first = false) {
    if (text.next === undefined) text.fail('missing closing ]', start)
    sets.push(namedSet(text) ?? readEscapedSet(text) ?? rangeSet(text, fold))
  }
  text.at += 1
  return classOf(sets, negated)
}

function namedSet(text: PatternCursor): CharacterSet | undefined {
  if (!text.sees('[:')) return undefined
  const start = text.at
  const match = text.takeMatch(/^\[:(\^?)(.*?):\]/s)
  if (!match) return undefined
  return posixClass(match[2] ?? '', match[1] === '^') ?? text.fail(NO_RANGE, start, text.at)
}

function rangeSet(text: PatternCursor, fold: boolean): CharacterSet {
  const start = text.at
  const from = text.sees('\\') ? readEscaped(text) : readCharacter(text)
  let to = from
  if (text.sees('-') && text.after !== ']' && text.after !== undefined) {
    text.at += 1
    to = text.sees('\\') ? readEscaped(text) : readCharacter(text)
    if (to < from) text.fail(NO_RANGE, start, text.at)
  }
  return { body: range(from, to, fold), negated: false }
}
