import { utf8 } from '../machinery/base64'
import type { Span } from './expression-error'
import { Unsigned, type Value } from './values'

/** A piece of source text with its position. */
export interface Token extends Span {
  readonly kind: 'literal' | 'name' | 'quoted' | 'sign' | 'end'
  readonly text: string
  readonly value?: Value
}

/** Invalid syntax, with its location. */
export class SyntaxFault extends Error {
  override readonly name = 'SyntaxFault'
  constructor(
    message: string,
    readonly start: number,
    readonly end: number = start + 1,
  ) {
    super(message)
  }
}

const SPACE = /(?:\s|\/\/[^\n]*)*/y
const NUMBER = /0[xX][0-9a-fA-F]+[uU]?|(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)|\d+[uU]?/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const QUOTED = /`[A-Za-z0-9_.\-/ ]+`/y
const SIGN = /==|!=|<=|>=|&&|\|\||[-+*/%!<>?:.,()[\]{}]/y
const TEXT = /(?:[rR][bB]?|[bB][rR]?)?(?:"""|'''|"|')/y

/** Character classes of a token's first character: in long expressions, trying every pattern is too slow. */
const [BLANK, LONE_SIGN, TEXT_START, DIGIT, OTHER] = [1, 2, 3, 4, 0]
const STARTS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/\s/.test(character)) return BLANK
  if (/[-+*%?:,()[\]{}]/.test(character)) return LONE_SIGN
  if (/["'rRbB]/.test(character)) return TEXT_START
  return /\d/.test(character) ? DIGIT : OTHER
})
/** Of the non-ASCII characters, only whitespace may appear between tokens. */
const startOf = (code: number): number => STARTS[code] ?? (/\s/.test(String.fromCharCode(code)) ? BLANK : OTHER)
const SLASH = 47

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.test(source) ? source.slice(at, pattern.lastIndex) : undefined
}

/** @throws SyntaxFault */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    const code = source.charCodeAt(at)
    const start = startOf(code)
    const blank = start === BLANK || code === SLASH ? (matchAt(SPACE, source, at)?.length ?? 0) : 0
    if (blank > 0) at += blank
    else {
      const token = tokenAt(source, at, start)
      tokens.push(token)
      at = token.end
    }
  }
  tokens.push({ kind: 'end', text: '<EOF>', start: source.length, end: source.length })
  return tokens
}

function tokenAt(source: string, at: number, start: number): Token {
  if (start === LONE_SIGN) return { kind: 'sign', text: source[at] ?? '', start: at, end: at + 1 }
  const text = start === TEXT_START ? textToken(source, at) : undefined
  return text ?? (start === DIGIT ? shortNumber(source, at) : undefined) ?? plainToken(source, at)
}

const DIGITS = Array.from({ length: 10 }, (_, digit) => BigInt(digit))

/** Fast path for a single-digit integer followed by another token. */
function shortNumber(source: string, start: number): Token | undefined {
  const next = source.charCodeAt(start + 1)
  if (next < 128 && STARTS[next] !== LONE_SIGN && STARTS[next] !== BLANK) return undefined
  const text = source[start] ?? ''
  return { kind: 'literal', text, value: DIGITS[Number(text)] ?? BigInt(text), start, end: start + 1 }
}

function plainToken(source: string, start: number): Token {
  const number = matchAt(NUMBER, source, start)
  if (number !== undefined)
    return { kind: 'literal', text: number, value: numberOf(number, start), start, end: start + number.length }
  const name = matchAt(NAME, source, start)
  if (name !== undefined) return { kind: 'name', text: name, start, end: start + name.length }
  const quoted = matchAt(QUOTED, source, start)
  if (quoted !== undefined) return { kind: 'quoted', text: quoted.slice(1, -1), start, end: start + quoted.length }
  const sign = matchAt(SIGN, source, start)
  if (sign !== undefined) return { kind: 'sign', text: sign, start, end: start + sign.length }
  throw new SyntaxFault(
    `Syntax error: token recognition error at: '${String.fromCodePoint(source.codePointAt(start) ?? 0)}'`,
    start,
  )
}

/** The range of an unsigned literal is checked only once its sign is known. */
function numberOf(text: string, start: number): Value {
  if (/^\d+$/.test(text) || /^0[xX][0-9a-fA-F]+$/.test(text)) return BigInt(text)
  if (/[uU]$/.test(text)) {
    const value = BigInt(text.slice(0, -1))
    if (value > 2n ** 64n - 1n) throw new SyntaxFault('Syntax error: invalid uint literal', start, start + text.length)
    return new Unsigned(value)
  }
  return Number(text)
}

function textToken(source: string, start: number): Token | undefined {
  const opening = matchAt(TEXT, source, start)
  if (opening === undefined) return undefined
  const quote = /["']+$/.exec(opening)?.[0] ?? ''
  const prefix = opening.slice(0, opening.length - quote.length).toLowerCase()
  const raw = prefix.includes('r')
  const from = start + opening.length
  let at = from
  while (!source.startsWith(quote, at)) {
    if (at >= source.length || (quote.length === 1 && /[\r\n]/.test(source[at] ?? '')))
      throw new SyntaxFault(
        `Syntax error: token recognition error at: '${source.slice(start, at)}'`,
        start,
        Math.max(at, start + 1),
      )
    at += !raw && source[at] === '\\' ? 2 : 1
  }
  const body = source.slice(from, at)
  const end = at + quote.length
  const bytes = prefix.includes('b')
  const value = raw ? (bytes ? utf8(body) : body) : unescape(body, bytes, from)
  return { kind: 'literal', text: source.slice(start, end), value, start, end }
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '?': '?',
  '"': '"',
  "'": "'",
  '`': '`',
}
const CODE = /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2}))/y

function unescape(body: string, bytes: boolean, from: number): string | Uint8Array {
  let text = ''
  const parts: number[] = []
  const add = (piece: string): void => {
    if (bytes) parts.push(...utf8(piece))
    else text += piece
  }
  for (let i = 0; i < body.length;) {
    if (body[i] !== '\\') {
      const next = body.indexOf('\\', i)
      add(body.slice(i, next < 0 ? body.length : next))
      i = next < 0 ? body.length : next
      continue
    }
    const simple = SIMPLE[body[i + 1] ?? '']
    if (simple !== undefined) {
      add(simple)
      i += 2
      continue
    }
    CODE.lastIndex = i
    const match = CODE.exec(body)
    const [whole = '', hex, short, long, octal] = match ?? []
    const code = octal !== undefined ? parseInt(octal, 8) : parseInt(hex ?? short ?? long ?? '', 16)
    const isUnicode = short !== undefined || long !== undefined
    if (!match || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || (bytes && isUnicode))
      throw new SyntaxFault('Syntax error: invalid escape sequence', from + i, from + i + 2)
    if (bytes) parts.push(code)
    else text += String.fromCodePoint(code)
    i += whole.length
  }
  return bytes ? Uint8Array.from(parts) : text
}
