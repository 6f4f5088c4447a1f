const encoder = new TextEncoder()
const decoder = new TextDecoder()
/** The byte of an ASCII character. */
export const code = (character: string): number => character.charCodeAt(0)
export const [QUOTE, BACKSLASH, COMMA, COLON, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, MINUS, DOT] = [...'"\\,:{}[]-.'].map(
  code,
) as [number, number, number, number, number, number, number, number, number, number]
export const LETTER_N = code('n')
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d
const digitOf = (byte: number | undefined): number => (byte !== undefined && byte >= 48 && byte <= 57 ? byte - 48 : -1)
const isNumberPart = (byte: number | undefined): boolean =>
  byte !== undefined && '+-.eE0123456789'.includes(String.fromCharCode(byte))

const NEAR = 10
const AROUND = 50
/** A reader of integers takes ten digits at once. */
const BLOCK = 10
const AFTER_BLOCK = 7
/** What an invalid character is printed as. */
const INVALID = '\uFFFD'

/** An integer that was read as another one. */
export interface Overflow {
  readonly start: number
  readonly end: number
  readonly value: bigint
}

/**
 * Reads the parts of a JSON text as the reader of older servers (up to 1.22) does. Positions count bytes. After an error it goes on, though
 * it stands anywhere then: only the first error counts.
 */
export class JsonReading {
  head = 0
  error: string | undefined
  ended = false
  readonly overflows: Overflow[] = []
  readonly bytes: Uint8Array
  constructor(text: string) {
    this.bytes = encoder.encode(text)
  }

  /** The next character after white space; 0 at the end. */
  next(): number {
    for (let at = this.head; at < this.bytes.length; at++) {
      const byte = this.bytes[at] ?? 0
      if (isSpace(byte)) continue
      this.head = at + 1
      return byte
    }
    this.end()
    return 0
  }

  byte(): number {
    if (this.head < this.bytes.length) return this.bytes[this.head++] ?? 0
    this.end()
    return 0
  }

  end(): void {
    if (this.error !== undefined || this.ended) return
    this.head = this.bytes.length
    this.ended = true
  }

  /** Goes back by a character, though not after an error. */
  unread(): void {
    if (this.error === undefined && !this.ended) this.head--
  }

  text(start: number, end: number): string {
    return decoder.decode(this.bytes.subarray(Math.max(0, start), end))
  }

  /** Only the first error counts. */
  report(operation: string, message: string): void {
    if (this.error !== undefined) return
    const shown = (width: number) => this.text(this.head - width, this.head + width)
    this.error = `${operation}: ${message}, error found in #${Math.min(this.head, NEAR)} byte of ...|${shown(NEAR)}|..., bigger context ...|${shown(AROUND)}|...`
  }

  unexpected(operation: string, expected: string, byte: number): void {
    this.report(operation, `${expected}, but found ${byte > 127 ? INVALID : String.fromCharCode(byte)}`)
  }

  /** Names a part around the error. */
  within(prefix: string): void {
    if (this.error !== undefined) this.error = `${prefix}${this.error}`
  }

  word(rest: string): void {
    for (const letter of rest)
      if (this.byte() !== code(letter))
        return this.report(rest.length === 3 ? 'skipThreeBytes' : 'skipFourBytes', `expect ${rest}`)
  }

  null(): boolean {
    if (this.next() === LETTER_N) {
      this.word('ull')
      return true
    }
    this.unread()
    return false
  }

  string(): void {
    const first = this.next()
    if (first === LETTER_N) return this.word('ull')
    if (first !== QUOTE) return this.unexpected('ReadString', 'expects " or n', first)
    this.restOfString()
  }

  private restOfString(): void {
    for (let at = this.head; at < this.bytes.length; at++) {
      const byte = this.bytes[at] ?? 0
      if (byte === QUOTE) {
        this.head = at + 1
        return
      }
      if (byte === BACKSLASH) break
      if (byte < 0x20) return this.report('ReadString', `invalid control character found: ${byte}`)
    }
    while (this.error === undefined && !this.ended) {
      const byte = this.byte()
      if (byte === QUOTE) return
      if (byte === BACKSLASH) this.byte()
    }
    this.report('readStringSlowPath', 'unexpected end of input')
  }

  boolean(): void {
    const first = this.next()
    if (first === code('t')) return this.word('rue')
    if (first === code('f')) return this.word('alse')
    this.unexpected('ReadBool', 'expect t or f', first)
  }

  integer(bits: 32 | 64): void {
    const first = this.next()
    const negative = first === MINUS
    const start = this.head - 1
    const value = this.digits(negative ? this.byte() : first, bits)
    if (value === undefined) return
    const most = 1n << BigInt(bits - 1)
    if (value > (negative ? most : most - 1n)) return this.report(`ReadInt${bits}`, `overflow: ${value}`)
    this.overflows.push({ start, end: this.head, value: negative ? -value : value })
  }

  private digits(first: number, bits: 32 | 64): bigint | undefined {
    const most = (1n << BigInt(bits)) - 1n
    const digit = digitOf(first)
    if (digit === 0) {
      this.assertInteger()
      return 0n
    }
    if (digit < 0) {
      this.report(`readUint${bits}`, `unexpected character: ${INVALID}`)
      return undefined
    }
    let value = BigInt(digit)
    if (this.bytes.length - this.head > BLOCK)
      for (let read = 0; read < AFTER_BLOCK; read++) {
        const more = digitOf(this.bytes[this.head])
        if (more < 0) break
        value = value * 10n + BigInt(more)
        this.head++
      }
    for (let at = this.head; at < this.bytes.length; at++) {
      const more = digitOf(this.bytes[at])
      if (more < 0) {
        this.head = at
        this.assertInteger()
        return value
      }
      const grown = (value * 10n + BigInt(more)) & most
      if (value > most / 10n - 1n && grown < value) {
        this.report(`readUint${bits}`, 'overflow')
        return undefined
      }
      value = grown
    }
    this.end()
    this.assertInteger()
    return value
  }

  private assertInteger(): void {
    if (this.bytes[this.head] === DOT) this.report('assertInteger', 'can not decode float as int')
  }

  number(): void {
    if (this.next() !== MINUS) this.unread()
    const first = this.bytes[this.head] ?? 0
    if (first === COMMA || first === CLOSE || first === CLOSE_LIST || isSpace(first))
      return this.report('readFloat64', 'empty number')
    this.numberText()
  }

  private numberText(): void {
    const start = this.head
    while (isNumberPart(this.bytes[this.head])) this.head++
    if (this.head >= this.bytes.length) this.end()
    if (this.head === start) this.report('readNumberAsString', 'invalid number')
  }

  /** Passes over a value. */
  passOver(): void {
    const first = this.next()
    const letter = String.fromCharCode(first)
    if (first === QUOTE) this.restOfString()
    else if (letter === 'n') this.word('ull')
    else if (letter === 't') this.word('rue')
    else if (letter === 'f') this.word('alse')
    else if (first === OPEN) this.skipMembers()
    else if (first === OPEN_LIST) this.skipItems()
    else if (first === MINUS || digitOf(first) >= 0) this.skipNumber()
    else this.report('Skip', `do not know how to skip: ${first}`)
  }

  private skipNumber(): void {
    while (digitOf(this.bytes[this.head]) >= 0 || this.bytes[this.head] === DOT) this.head++
    if (this.error === undefined) while (isNumberPart(this.bytes[this.head])) this.head++
    if (this.head >= this.bytes.length) this.end()
  }

  private skipItems(): void {
    this.unread()
    const first = this.next()
    if (first !== OPEN_LIST) return this.error === undefined ? undefined : this.skipPast(first)
    if (this.next() === CLOSE_LIST) return
    this.unread()
    let after: number
    do {
      this.passOver()
      after = this.next()
    } while (after === COMMA)
    if (after !== CLOSE_LIST) this.unexpected('ReadArrayCB', 'expect ] in the end', after)
  }

  /** After an error the opening bracket is not found again: a null is passed over, anything else not. */
  private skipPast(first: number): void {
    if (first === LETTER_N) this.word('ull')
  }

  private skipMembers(): void {
    this.unread()
    const first = this.next()
    if (first !== OPEN) return this.skipPast(first)
    const begin = this.next()
    if (begin === CLOSE) return
    if (begin !== QUOTE) return
    this.unread()
    let after: number
    do {
      this.string()
      const colon = this.next()
      if (colon !== COLON) this.unexpected('ReadObject', 'expect : after object field', colon)
      this.passOver()
      after = this.next()
    } while (after === COMMA)
    if (after !== CLOSE) this.report('ReadObjectCB', 'object not ended with }')
  }
}
