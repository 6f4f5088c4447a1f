import { type BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { isObject, setOwn } from '../../machinery/json'
import { MAX_DEPTH } from '../../machinery/decode-error'
import type { Schema } from '../schema'
import { BinaryError } from './binary-error'
import { BEYOND_MESSAGE, eachField } from './each-field'
import { type Form, SCALARS } from './form'
import { type FieldFact, fieldFacts } from './messages'
import { specialForm } from './special-forms'

type Members = Record<string, unknown>

interface Field {
  readonly name: string
  readonly tag: number
  readonly form: Form
  readonly shape: 'one' | 'list' | 'map' | 'inline'
  readonly always: boolean
  /** The bytes of the field where nobody set it, once they were needed. */
  unset?: Uint8Array
}

const tagOf = (number: number, wire: WireType): number => ((number << 3) | wire) >>> 0
const wireOf = (tag: number): WireType => tag & 7
const [KEY_TAG, KEY, VALUE] = [tagOf(1, WireType.LengthDelimited), 1, 2]
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * A message as a form: an object in JSON. With a schema, fields that the release does not know are neither written nor
 * read. Fields are resolved when they are first needed, so that messages may hold themselves.
 */
export class Message implements Form {
  readonly wire = WireType.LengthDelimited
  readonly zero: Members = {}
  private resolved: readonly Field[] | undefined
  private numbered: ReadonlyMap<number, Field> | undefined

  constructor(
    readonly name: string,
    private readonly schema: Schema | undefined,
    private readonly release: number,
  ) {}

  write(writer: BinaryWriter, value: unknown): void {
    writer.fork()
    this.writeFields(writer, isObject(value) ? value : this.zero)
    writer.join()
  }

  /** Writes the fields without the length before them. */
  writeFields(writer: BinaryWriter, object: Members): void {
    for (const field of this.fields) {
      if (field.shape === 'inline') {
        writer.uint32(field.tag)
        field.form.write(writer, object)
        continue
      }
      const value = object[field.name]
      if (value === undefined || value === null) {
        if (!field.always) continue
        writer.raw(field.unset ?? (field.unset = unsetBytes(field)))
      } else writeField(writer, field, value)
    }
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

  /** Reads fields up to `end` into an object; those that the message does not know are skipped. */
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
    }
  }
}

function unsetBytes({ tag, form }: Field): Uint8Array {
  const writer = new BinaryWriter().uint32(tag)
  form.write(writer, form.zero)
  return writer.finish()
}

function writeField(writer: BinaryWriter, { tag, form, shape }: Field, value: unknown): void {
  if (shape === 'one') {
    writer.uint32(tag)
    // Most fields are texts: these are written without a call through the form.
    if (typeof value === 'string' && form === SCALARS.s) writer.string(value)
    else form.write(writer, value)
  } else if (shape === 'list') {
    for (const item of Array.isArray(value) ? value : []) {
      writer.uint32(tag)
      form.write(writer, item ?? form.zero)
    }
  } else if (shape === 'map') {
    const members = isObject(value) ? value : {}
    for (const key of Object.keys(members).sort(byName)) {
      writer.uint32(tag).fork().uint32(KEY_TAG).string(key).uint32(tagOf(VALUE, form.wire))
      form.write(writer, members[key] ?? form.zero)
      writer.join()
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

/** The message of a type as one release has it; the same one each time. */
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
