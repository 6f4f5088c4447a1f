import {
  BACKSLASH,
  CLOSE,
  CLOSE_LIST,
  code,
  COMMA,
  digitOf,
  DOT,
  isNumberPart,
  isSpace,
  LETTER_N,
  MINUS,
  QUOTE,
} from './json-bytes'
import { INVALID, JsonCursor } from './json-cursor'

/** With more bytes than this ahead, up to so many further digits of an integer are read without a check for overflow. */
const BLOCK_BYTES = 10
const UNCHECKED_DIGITS = 7

/** An integer that was read as another one. */
export interface Overflow {
  readonly start: number
  readonly end: number
  readonly value: bigint
}

/** Reads the scalars of a JSON text as the reader of real servers up to 1.22 does. */
export class JsonReading extends JsonCursor {
  readonly overflows: Overflow[] = []

  /** Reads a null; goes back if the next value is another one. */
  null(): boolean {
    if (this.next() === LETTER_N) {
      this.word('ull')
      return true
    }
    this.unread()
    return false
  }

  /** Reads a string or null. */
  string(): void {
    const first = this.next()
    if (first === LETTER_N) return this.word('ull')
    if (first !== QUOTE) return this.unexpected('ReadString', 'expects " or n', first)
    this.restOfString()
  }

  /** Reads a string after its opening quote. */
  restOfString(): void {
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

  /** Reads a boolean. */
  boolean(): void {
    const first = this.next()
    if (first === code('t')) return this.word('rue')
    if (first === code('f')) return this.word('alse')
    this.unexpected('ReadBool', 'expect t or f', first)
  }

  /** Reads an integer; one that is too long becomes what is left of its bits, as in real servers. */
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
    if (this.bytes.length - this.head > BLOCK_BYTES)
      for (let read = 0; read < UNCHECKED_DIGITS; read++) {
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

  /** Reads a number that may have a fraction. */
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
}
