import { goQuoted } from './go-quote'

/** Error text for invalid JSON, worded as by Go's JSON scanner; `binary` means that each character of the text stands for a byte. */
export function goJsonProblem(text: string, { binary = false } = {}): string {
  try {
    const scanner = new JsonScanner(text, binary)
    scanner.value()
    scanner.end()
    return ''
  } catch (error) {
    if (error instanceof NotJson) return error.message
    throw error
  }
}

class NotJson extends Error {
  override readonly name = 'NotJson'
}

/** Error of Go's scanner for text that ends too early. */
export const TOO_SHORT = 'unexpected end of JSON input'
const LITERALS = ['true', 'false', 'null']
const isDigit = (character: string | undefined): boolean => character !== undefined && /^[0-9]$/.test(character)

const quoted = (character: string): string => {
  if (character === "'") return String.raw`'\''`
  if (character === '"') return `'"'`
  return `'${goQuoted(character).slice(1, -1)}'`
}

/** Go's scanner reads bytes: of a longer character it names the first one. */
const firstByte = (point: number | undefined): string | undefined => {
  if (point === undefined) return undefined
  const [byte = 0] = new TextEncoder().encode(String.fromCodePoint(point))
  return String.fromCharCode(byte)
}

/** Nesting limit of Go's scanner. */
const MOST_LEVELS = 10_000

/** Closing bracket of an open level. */
type Closing = '}' | ']'

class JsonScanner {
  #at = 0
  /** Open levels. An explicit stack, since a body may be nested deeper than the call stack allows. */
  readonly #open: Closing[] = []
  constructor(
    readonly text: string,
    private readonly binary: boolean,
  ) {}

  value(): void {
    do {
      if (this.#begin()) continue
      while (this.#open.length > 0 && this.#close());
    } while (this.#open.length > 0)
  }

  end(): void {
    this.#space()
    if (this.#at < this.text.length) this.#refuse('after top-level value')
  }

  #refuse(where: string): never {
    const character = this.binary ? this.text[this.#at] : firstByte(this.text.codePointAt(this.#at))
    throw new NotJson(character === undefined ? TOO_SHORT : `invalid character ${quoted(character)} ${where}`)
  }

  #space(): void {
    while (/^[ \t\r\n]$/.test(this.text[this.#at] ?? '')) this.#at += 1
  }

  #next(): string {
    this.#space()
    return this.text[this.#at] ?? this.#refuse('')
  }

  /** Reads the start of a value. Returns true if it opened a level whose first value follows. */
  #begin(): boolean {
    const first = this.#next()
    if (first === '{' || first === '[') return this.#enter(first === '{' ? '}' : ']')
    this.#scalar(first)
    return false
  }

  #enter(closing: Closing): boolean {
    if (this.#open.length >= MOST_LEVELS) throw new NotJson('exceeded max depth')
    this.#at += 1
    if (this.#next() === closing) {
      this.#at += 1
      return false
    }
    this.#open.push(closing)
    if (closing === '}') this.#name()
    return true
  }

  /** Reads what follows a value. Returns true if that closed a level, which itself is then a finished value. */
  #close(): boolean {
    const closing = this.#open.at(-1)
    const next = this.#next()
    if (next !== ',' && next !== closing)
      this.#refuse(closing === '}' ? 'after object key:value pair' : 'after array element')
    this.#at += 1
    if (next === closing) {
      this.#open.pop()
      return true
    }
    if (closing === '}') this.#name()
    return false
  }

  #name(): void {
    if (this.#next() !== '"') this.#refuse('looking for beginning of object key string')
    this.#string()
    if (this.#next() !== ':') this.#refuse('after object key')
    this.#at += 1
  }

  #scalar(first: string): void {
    if (first === '"') return this.#string()
    const literal = LITERALS.find((one) => one.startsWith(first))
    if (literal) return this.#literal(literal)
    if (first === '-' || isDigit(first)) return this.#number()
    this.#refuse('looking for beginning of value')
  }

  #string(): void {
    for (this.#at += 1; this.text[this.#at] !== '"'; this.#at += 1) {
      const character = this.text[this.#at]
      if (character === undefined || character < ' ') this.#refuse('in string literal')
      if (character !== '\\') continue
      this.#at += 1
      if (!/^["\\/bfnrtu]$/.test(this.text[this.#at] ?? '')) this.#refuse('in string escape code')
      if (this.text[this.#at] === 'u') this.#hexadecimal()
    }
    this.#at += 1
  }

  #hexadecimal(): void {
    for (let digit = 0; digit < 4; digit += 1) {
      this.#at += 1
      if (!/^[0-9a-fA-F]$/.test(this.text[this.#at] ?? '')) this.#refuse(String.raw`in \u hexadecimal character escape`)
    }
  }

  #literal(word: string): void {
    for (const letter of word) {
      if (this.text[this.#at] !== letter) this.#refuse(`in literal ${word} (expecting ${quoted(letter)})`)
      this.#at += 1
    }
  }

  #number(): void {
    if (this.text[this.#at] === '-') this.#at += 1
    if (this.text[this.#at] === '0') this.#at += 1
    else this.#digits('in numeric literal')
    if (this.text[this.#at] === '.') {
      this.#at += 1
      this.#digits('after decimal point in numeric literal')
    }
    if (!/^[eE]$/.test(this.text[this.#at] ?? '')) return
    this.#at += 1
    if (/^[+-]$/.test(this.text[this.#at] ?? '')) this.#at += 1
    this.#digits('in exponent of numeric literal')
  }

  #digits(where: string): void {
    if (!isDigit(this.text[this.#at])) this.#refuse(where)
    while (isDigit(this.text[this.#at])) this.#at += 1
  }
}
