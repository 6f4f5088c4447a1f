/**
 * How older servers (up to 1.22) read a JSON body into a type. Their reader goes on after an error and then mentions every part that it
 * still comes across, so the text of an error can only be reproduced by reading in the same way.
 */
import { goFieldNames, goType, goTypeName, isGoPointer } from '../../api/go-names'
import type { Schema } from '../../api/schema'
import { decodeJson } from '../../machinery/decode-json'
import { alternativeProblem } from './json-unmarshal'
import { rawProblem } from './raw-problem'
import { BACKSLASH, CLOSE, CLOSE_LIST, COLON, COMMA, LETTER_N, OPEN, OPEN_LIST, QUOTE } from './json-bytes'
import { JsonReading } from './json-reading'
import { skipValue } from './json-skip'

/** Types with at most so many fields are read by a loop of their own. */
const FEW_FIELDS = 10

/** Why a value that its type reads itself can't be read. */
const valueProblem = (schema: Schema, text: string): string | undefined =>
  schema.alternatives ? alternativeProblem(decodeJson(text).value, schema.alternatives) : rawProblem(schema, text)

/** Reads values of a type. */
class TypedReading extends JsonReading {
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
    skipValue(this)
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
    else skipValue(this)
  }

  private fieldOfSmall(schema: Schema): void {
    const first = this.next()
    const start = this.head
    if (first !== QUOTE) {
      this.unexpected('readFieldHash', 'expect "', first)
      return skipValue(this)
    }
    while (this.head < this.bytes.length && this.bytes[this.head] !== QUOTE)
      this.head += this.bytes[this.head] === BACKSLASH ? 2 : 1
    this.head++
    const name = nameOf(this.text(start - 1, this.head))
    const colon = this.next()
    if (colon !== COLON) {
      this.unexpected('readFieldHash', 'expect :', colon)
      return skipValue(this)
    }
    const field = name === undefined ? undefined : schema.fields?.get(name)
    if (field && name !== undefined) this.readField(schema, name, field)
    else skipValue(this)
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
    return undefined // after an error the text between quotes may be anything
  }
}

/** How the JSON library of older releases reads a text into a type. */
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
