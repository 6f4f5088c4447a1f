import { type BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { isObject, setOwn } from '../../machinery/json'
import { MAX_DEPTH } from '../../machinery/decode-error'
import type { Schema } from '../schema'
import { BinaryError } from './binary-error'
import { ByteWriter } from './byte-writer'
import { BEYOND_MESSAGE, eachField } from './each-field'
import { type Form, SCALARS } from './form'
import { type FieldFact, fieldFacts } from './messages'
import { specialForm } from './special-forms'
import { type Members, type Field, tagOf, KEY, VALUE } from './message-field'
import { WORD_BITS, type FieldPlaces, fieldPlaces, fieldPlace } from './field-places'
import { writeMembers, writeMember } from './field-write'

const wireOf = (tag: number): WireType => tag & 7

/**
 * Encoding of a message as a JSON object. With a schema, fields unknown to the release are neither written nor read. Fields are resolved
 * lazily, so that messages may be recursive.
 */
export class Message implements Form {
  readonly wire = WireType.LengthDelimited
  readonly zero: Members = {}
  private resolved: readonly Field[] | undefined
  private numbered: ReadonlyMap<number, Field> | undefined
  private places: FieldPlaces | null | undefined

  constructor(
    readonly name: string,
    private readonly schema: Schema | undefined,
    private readonly release: number,
  ) {}

  write(writer: ByteWriter, value: unknown): void {
    const at = writer.open()
    this.writeFields(writer, isObject(value) ? value : this.zero)
    writer.close(at)
  }

  /** Writes the fields without a length prefix. */
  writeFields(writer: ByteWriter, object: Members): void {
    const { fields } = this
    const places = (this.places ??= fieldPlaces(fields))
    if (!places) {
      for (const field of fields) writeMember(writer, field, object, object[field.name])
      return
    }
    // Most objects set few fields: iterate over those rather than over all possible fields.
    let { first, second } = places
    const { members } = writer
    const base = writer.top
    writer.top += fields.length
    let i = 0
    for (const name in object) {
      const place = fieldPlace(places, i++, name)
      if (place === undefined) continue
      // Iterating keeps property access fast; a look-up by name would not be.
      members[base + place] = object[name]
      if (place < WORD_BITS) first |= 1 << place
      else second |= 1 << (place - WORD_BITS)
    }
    writeMembers(writer, fields, 0, first, object, base)
    if (second !== 0) writeMembers(writer, fields, WORD_BITS, second, object, base)
    writer.top = base
  }

  read(reader: BinaryReader, depth: number): Members {
    const at = reader.pos
    const length = reader.uint32()
    const end = reader.pos + length
    if (end > reader.len) throw new BinaryError(`a length of ${length} goes beyond the end`, at)
    const object: Members = {}
    this.readFields(reader, end, depth, object)
    return object
  }

  /** Reads fields up to `end` into an object; unknown fields are skipped. */
  readFields(reader: BinaryReader, end: number, depth: number, object: Members): void {
    if (depth > MAX_DEPTH) throw new BinaryError(`messages are nested deeper than ${MAX_DEPTH}`, reader.pos)
    const numbered = (this.numbered ??= new Map(this.fields.map((field) => [field.tag >>> 3, field])))
    eachField(reader, end, BEYOND_MESSAGE, (number, wire, at) => {
      const field = numbered.get(number)
      if (field) readField(reader, field, wire, depth, object, at)
      return field !== undefined
    })
  }

  isZero(value: unknown): boolean {
    return isObject(value) && Object.keys(value).length === 0
  }

  private get fields(): readonly Field[] {
    this.resolved ??= (fieldFacts(this.name) ?? []).flatMap((fact) => this.fieldOf(fact) ?? [])
    return this.resolved
  }

  private fieldOf(fact: FieldFact): Field | undefined {
    const schema = fact.inline ? this.schema : this.schema?.fields?.get(fact.name)
    if (this.schema && !schema) return undefined
    const holder = fact.inline
      ? 'inline'
      : fact.type.startsWith('[')
        ? 'list'
        : fact.type.startsWith('{')
          ? 'map'
          : 'one'
    const several = holder === 'list' || holder === 'map'
    const form = formOf(several ? fact.type.slice(1) : fact.type, several ? schema?.element : schema, this.release)
    return {
      name: fact.name,
      tag: tagOf(fact.number, holder === 'map' ? WireType.LengthDelimited : form.wire),
      form,
      shape: holder,
      always: fact.always && !several,
      isText: form === SCALARS.s && holder === 'one',
    }
  }
}

function readField(reader: BinaryReader, field: Field, wire: WireType, depth: number, object: Members, at: number) {
  const { name, form, shape, always } = field
  if (wire !== wireOf(field.tag)) throw new BinaryError(`field ${name} is of the wrong wire type ${wire}`, at)
  if (shape === 'inline') {
    if (!(form instanceof Message)) throw new BinaryError(`field ${name} is no message`, at)
    const length = reader.uint32()
    form.readFields(reader, reader.pos + length, depth + 1, object)
  } else if (shape === 'list') {
    const items = (object[name] ??= []) as unknown[]
    items.push(form.read(reader, depth + 1))
  } else if (shape === 'map') readEntry(reader, field, depth, (object[name] ??= {}) as Members)
  else {
    const value = form.read(reader, depth + 1)
    if (!always || !form.isZero(value)) object[name] = value
    else delete object[name]
  }
}

function readEntry(reader: BinaryReader, { name, form }: Field, depth: number, members: Members): void {
  const end = reader.uint32() + reader.pos
  let key = ''
  let value: unknown = form.zero
  eachField(reader, end, `an entry of ${name} goes beyond its end`, (number, wire, at) => {
    if (number === KEY && wire === WireType.LengthDelimited) key = reader.string()
    else if (number === VALUE && wire === form.wire) value = form.read(reader, depth + 1)
    else if (number === KEY || number === VALUE) throw new BinaryError(`an entry of ${name} is of the wrong type`, at)
    else return false
    return true
  })
  setOwn(members, key, value)
}

const messages = new Map<string, WeakMap<Schema, Message>>()
const withoutSchema = new Map<string, Message>()

/** The message of a type at a release; cached. */
export function messageType(name: string, schema: Schema | undefined, release: number): Message {
  const key = `${release} ${name}`
  if (!schema) {
    const known = withoutSchema.get(key) ?? new Message(name, undefined, release)
    withoutSchema.set(key, known)
    return known
  }
  const bySchema = messages.get(key) ?? new WeakMap<Schema, Message>()
  messages.set(key, bySchema)
  const known = bySchema.get(schema) ?? new Message(name, schema, release)
  bySchema.set(schema, known)
  return known
}

function formOf(type: string, schema: Schema | undefined, release: number): Form {
  const scalar = SCALARS[type]
  if (scalar) return scalar
  const name = type.slice(1)
  return specialForm(name, schema, (part, of) => messageType(part, of, release)) ?? messageType(name, schema, release)
}
