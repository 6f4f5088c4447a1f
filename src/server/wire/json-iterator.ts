/**
 * How older servers (up to 1.22) read a JSON body into a type. Their reader goes on after an error and then mentions every part that it
 * still comes across, so the text of an error can only be found by reading likewise.
 */
import { goFieldNames, goType, goTypeName, isGoPointer } from '../../api/go-names'
import type { Schema } from '../../api/schema'
import { decodeJson } from '../../machinery/decode-json'
import { alternativeProblem } from './json-unmarshal'
import { rawProblem } from './raw-problem'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const code = (character: string): number => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA, COLON, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, MINUS, DOT] = [...'"\\,:{}[]-.'].map(
  code,
) as [number, number, number, number, number, number, number, number, number, number]
const LETTER_N = code('n')
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d
const digitOf = (byte: number | undefined): number => (byte !== undefined && byte >= 48 && byte <= 57 ? byte - 48 : -1)
const isNumberPart = (byte: number | undefined): boolean =>
  byte !== undefined && '+-.eE0123456789'.includes(String.fromCharCode(byte))

const NEAR = 10
const AROUND = 50
/** Types with at most so many fields are read by a loop of their own. */
const FEW_FIELDS = 10
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

/** Reads one text. Positions count bytes. */
class Iterator {
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
  skip(): void {
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
      this.skip()
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
      this.skip()
      after = this.next()
    } while (after === COMMA)
    if (after !== CLOSE) this.report('ReadObjectCB', 'object not ended with }')
  }
}

/** Why a value that its type reads itself can't be read. */
const valueProblem = (schema: Schema, text: string): string | undefined =>
  schema.alternatives ? alternativeProblem(decodeJson(text).value, schema.alternatives) : rawProblem(schema, text)

/** Reads values of a type. */
class TypedReading extends Iterator {
  read(schema: Schema, owner = '', member = ''): void {
    switch (schema.type) {
      case 'struct':
        return this.struct(schema)
      case 'map':
        return this.map(schema)
      case 'list':
        this.list(schema)
        return this.within(`${goType(schema, owner, member)}: `)
      case 'boolean':
        return this.null() ? undefined : this.boolean()
      case 'integer':
        return this.null() ? undefined : this.integer(schema.format === 'int32' ? 32 : 64)
      case 'number':
        return this.null() ? undefined : this.number()
      default:
        return this.other(schema)
    }
  }

  private other(schema: Schema): void {
    if (schema.format === 'byte') return this.base64()
    if (schema.type === 'string' && schema.format === undefined) return this.string()
    this.next()
    this.unread()
    const start = this.head
    this.skip()
    const problem = this.error === undefined ? valueProblem(schema, this.text(start, this.head)) : undefined
    if (problem !== undefined) this.report('unmarshalerDecoder', problem)
  }

  private base64(): void {
    if (this.null()) return
    const first = this.next()
    this.unread()
    if (first === QUOTE) {
      const start = this.head
      this.string()
      const problem =
        this.error === undefined
          ? rawProblem({ type: 'string', format: 'byte' }, this.text(start, this.head))
          : undefined
      if (problem !== undefined) this.report('decode base64', problem)
    } else if (first === OPEN_LIST) {
      this.list({ type: 'list', element: { type: 'integer', format: 'int32' } })
      this.within('[]uint8: ')
    } else {
      this.report('base64Codec', 'invalid input')
    }
  }

  private list({ element }: Schema): void {
    const first = this.next()
    if (first === LETTER_N) return this.word('ull')
    if (first !== OPEN_LIST) return this.unexpected('decode slice', 'expect [ or n', first)
    if (this.next() === CLOSE_LIST) return
    this.unread()
    let after: number
    do {
      this.read(element ?? { type: 'any' })
      after = this.next()
    } while (after === COMMA)
    if (after !== CLOSE_LIST) this.unexpected('decode slice', 'expect ]', after)
  }

  private map({ element }: Schema): void {
    const first = this.next()
    if (first === LETTER_N) return this.word('ull')
    if (first !== OPEN) return this.unexpected('ReadMapCB', 'expect { or n', first)
    if (this.next() === CLOSE) return
    this.unread()
    let after: number
    do {
      this.string()
      const colon = this.next()
      if (colon !== COLON) return this.unexpected('ReadMapCB', 'expect : after object field', colon)
      this.read(element ?? { type: 'any' })
      after = this.next()
    } while (after === COMMA)
    if (after !== CLOSE) this.unexpected('ReadMapCB', 'expect }', after)
  }

  private struct(schema: Schema): void {
    const first = this.next()
    if (first === LETTER_N) return this.word('ull')
    if (first !== OPEN) return this.unexpected('readObjectStart', 'expect { or n', first)
    if (this.next() === CLOSE) return
    this.unread()
    const isSmall = (schema.fields?.size ?? 0) <= FEW_FIELDS
    let after: number
    do {
      if (isSmall) this.fieldOfSmall(schema)
      else this.field(schema)
      after = this.next()
    } while (after === COMMA)
    if (isSmall && after !== CLOSE)
      this.report('isObjectEnd', `object ended prematurely, unexpected char ${String.fromCharCode(after)}`)
    this.within(`${goTypeName(schema.name ?? '')}.`)
    if (!isSmall && after !== CLOSE) this.unexpected('struct Decode', 'expect }', after)
  }

  private field(schema: Schema): void {
    const start = this.head
    this.string()
    const name = nameOf(this.text(start, this.head))
    const field = name === undefined ? undefined : schema.fields?.get(name)
    const colon = this.next()
    if (colon !== COLON) this.unexpected('ReadObject', 'expect : after object field', colon)
    if (field && name !== undefined) this.readField(schema, name, field)
    else this.skip()
  }

  private fieldOfSmall(schema: Schema): void {
    const first = this.next()
    const start = this.head
    if (first !== QUOTE) {
      this.unexpected('readFieldHash', 'expect "', first)
      return this.skip()
    }
    while (this.head < this.bytes.length && this.bytes[this.head] !== QUOTE)
      this.head += this.bytes[this.head] === BACKSLASH ? 2 : 1
    this.head++
    const name = nameOf(this.text(start - 1, this.head))
    const colon = this.next()
    if (colon !== COLON) {
      this.unexpected('readFieldHash', 'expect :', colon)
      return this.skip()
    }
    const field = name === undefined ? undefined : schema.fields?.get(name)
    if (field && name !== undefined) this.readField(schema, name, field)
    else this.skip()
  }

  private readField(schema: Schema, name: string, field: Schema): void {
    if (!isGoPointer(schema.name ?? '', name, field) || !this.null()) this.read(field, schema.name, name)
    for (const part of goFieldNames(schema.name ?? '', name).toReversed()) this.within(`${part}: `)
  }
}

function nameOf(text: string): string | undefined {
  try {
    const name: unknown = JSON.parse(text)
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined // after an error the reader may stand anywhere
  }
}

export interface OldReading {
  /** Why the text can't be read into the type. */
  readonly problem?: string
  /** The text with integers as they are read: those that are too long lose their highest bits. */
  readonly text: string
}

/** Reads a JSON text into a type as servers up to 1.22 do. */
export function readAsOlder(text: string, schema: Schema): OldReading {
  const reading = new TypedReading(text)
  reading.read(schema)
  if (reading.next() !== 0) reading.report('Unmarshal', 'there are bytes left after unmarshal')
  if (reading.error !== undefined) return { problem: reading.error, text }
  let read = ''
  let done = 0
  for (const { start, end, value } of reading.overflows) {
    read += reading.text(done, start) + value.toString()
    done = end
  }
  return { text: read + reading.text(done, reading.bytes.length) }
}
