import { type BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { fromUtf8 } from '../../machinery/base64'
import { formatGoDuration, parseGoDuration } from '../../machinery/go-duration'
import { isObject } from '../../machinery/json'
import { parseJson, writeJson } from '../../machinery/json-text'
import type { Schema } from '../schema'
import { BinaryError } from './binary-error'
import type { ByteWriter } from './byte-writer'
import { BEYOND_MESSAGE, eachField } from './each-field'
import { exactInteger, type Form, writeInt64 } from './form'
import { parseTime, printTime } from './times'

/** Returns the encoding of a message nested in a special one. */
export type MessageOf = (name: string, schema: Schema | undefined) => Form

type FormMaker = (schema: Schema | undefined, messageOf: MessageOf, name: string) => Form

const { Varint, LengthDelimited } = WireType
const VARINT = (number: number): number => (number << 3) | WireType.Varint
const DELIMITED = (number: number): number => (number << 3) | WireType.LengthDelimited

/** Messages whose JSON form is not an object of their fields (resource API, "Binary envelope"), by name. */
const SPECIAL: Readonly<Record<string, FormMaker>> = {
  'machinery.apis.meta.v1.Time': () => time(0),
  'machinery.apis.meta.v1.MicroTime': () => time(6),
  'machinery.apis.meta.v1.Duration': () => duration(),
  'machinery.apis.meta.v1.FieldsV1': () => rawJson(),
  'machinery.apis.meta.v1.Verbs': () => texts(),
  'machinery.api.resource.Quantity': () => quantity(),
  'machinery.api.resource.QuantityValue': () => quantity(),
  'machinery.util.intstr.IntOrString': () => intOrString(),
  'machinery.runtime.RawExtension': () => rawJson(),
}

/** The same by the last part of the name, for types that exist in each group. */
const SPECIAL_IN_GROUPS: Readonly<Record<string, FormMaker>> = {
  ExtraValue: () => texts(),
  JSON: () => rawJson(),
  JSONSchemaPropsOrArray: (schema, messageOf, name) => schemaOr(schema, messageOf, name, 'list'),
  JSONSchemaPropsOrBool: (schema, messageOf, name) => schemaOr(schema, messageOf, name, 'bool'),
  JSONSchemaPropsOrStringArray: (schema, messageOf, name) => schemaOr(schema, messageOf, name, 'texts'),
}

/** Special encoding of a message; undefined for ordinary ones. */
export function specialForm(name: string, schema: Schema | undefined, messageOf: MessageOf): Form | undefined {
  const maker = SPECIAL[name] ?? SPECIAL_IN_GROUPS[name.slice(name.lastIndexOf('.') + 1)]
  return maker?.(schema, messageOf, name)
}

interface Parts {
  readonly zero: unknown
  readonly write: (writer: ByteWriter, value: unknown) => void
  /** Wire types of the fields by number. */
  readonly wires: Readonly<Record<number, WireType>>
  /** Reads one field. */
  readonly field: (reader: BinaryReader, number: number, depth: number, found: Record<string, unknown>) => void
  readonly value: (found: Record<string, unknown>, at: number) => unknown
  readonly isZero: (value: unknown) => boolean
}

/** A message that wraps a value which is not an object in JSON. */
function wrapped({ zero, wires, write, field, value, isZero }: Parts): Form {
  return {
    wire: WireType.LengthDelimited,
    zero,
    isZero,
    write(writer, one) {
      const at = writer.open()
      write(writer, one)
      writer.close(at)
    },
    read(reader, depth) {
      const at = reader.pos
      const end = reader.uint32() + reader.pos
      const found: Record<string, unknown> = {}
      eachField(reader, end, BEYOND_MESSAGE, (number, wire, start) => {
        const expected = wires[number]
        if (expected === undefined) return false
        if (expected !== wire) throw new BinaryError(`a field is of the wrong wire type ${wire}`, start)
        field(reader, number, depth, found)
        return true
      })
      return value(found, at)
    },
  }
}

const time = (digits: 0 | 6): Form =>
  wrapped({
    zero: undefined,
    write(writer, value) {
      const moment = typeof value === 'string' ? parseTime(value) : undefined
      if (!moment) return
      writeInt64(writer.uint32(VARINT(1)), moment.seconds)
      writer.uint32(VARINT(2)).int32(digits === 0 ? 0 : moment.nanos - (moment.nanos % 1000))
    },
    wires: { 1: Varint, 2: Varint },
    field(reader, number, _depth, found) {
      if (number === 1) found.seconds = exactInteger(reader.int64())
      else found.nanos = reader.int32()
    },
    value(found, at) {
      if (Object.keys(found).length === 0) return null
      const text = printTime(Number(found.seconds ?? 0), Number(found.nanos ?? 0), digits)
      if (text === undefined) throw new BinaryError('a time beyond the years 0 to 9999', at)
      return text
    },
    isZero: (value) => value === null,
  })

const NANOS_PER_MS = 1e6

const duration = (): Form =>
  wrapped({
    zero: '0s',
    write: (writer, value) =>
      writer.uint32(VARINT(1)).int64(Math.round((parseGoDuration(String(value)) ?? 0) * NANOS_PER_MS)),
    wires: { 1: Varint },
    field(reader, _number, _depth, found) {
      found.nanos = exactInteger(reader.int64())
    },
    value: (found) => formatGoDuration(Number(found.nanos ?? 0) / NANOS_PER_MS),
    isZero: (value) => value === '0s',
  })

const quantity = (): Form =>
  wrapped({
    zero: '0',
    write: (writer, value) => writer.uint32(DELIMITED(1)).string(String(value)),
    wires: { 1: LengthDelimited },
    field(reader, _number, _depth, found) {
      found.text = reader.string()
    },
    value: (found) => found.text ?? '0',
    isZero: (value) => value === '0',
  })

const [NUMBER_TYPE, TEXT_TYPE] = [0, 1]

const intOrString = (): Form =>
  wrapped({
    zero: 0,
    write(writer, value) {
      const text = typeof value === 'string'
      writer.uint32(VARINT(1)).int32(text ? TEXT_TYPE : NUMBER_TYPE)
      writer.uint32(VARINT(2)).int32(text ? 0 : Number(value) | 0)
      writer.uint32(DELIMITED(3)).string(text ? value : '')
    },
    wires: { 1: Varint, 2: Varint, 3: LengthDelimited },
    field(reader, number, _depth, found) {
      if (number === 1) found.type = reader.int32()
      else if (number === 2) found.number = reader.int32()
      else found.text = reader.string()
    },
    value(found, at) {
      if (found.type === TEXT_TYPE) return found.text ?? ''
      if ((found.type ?? NUMBER_TYPE) === NUMBER_TYPE) return found.number ?? 0
      throw new BinaryError('neither a number nor a text', at)
    },
    isZero: (value) => value === 0,
  })

const texts = (): Form =>
  wrapped({
    zero: [],
    write(writer, value) {
      for (const text of Array.isArray(value) ? value : []) writer.uint32(DELIMITED(1)).string(String(text))
    },
    wires: { 1: LengthDelimited },
    field(reader, _number, _depth, found) {
      const list = (found.list ??= []) as string[]
      list.push(reader.string())
    },
    value: (found) => found.list ?? [],
    isZero: (value) => Array.isArray(value) && value.length === 0,
  })

/** Arbitrary JSON, transported as text. */
const rawJson = (): Form =>
  wrapped({
    zero: undefined,
    write(writer, value) {
      if (value !== undefined) writer.uint32(DELIMITED(1)).string(writeJson(value))
    },
    wires: { 1: LengthDelimited },
    field(reader, _number, _depth, found) {
      found.raw = reader.bytes()
    },
    value(found, at) {
      if (!(found.raw instanceof Uint8Array) || found.raw.length === 0) return null
      try {
        return parseJson(fromUtf8(found.raw))
      } catch {
        throw new BinaryError('a raw value that is not JSON', at)
      }
    },
    isZero: (value) => value === null,
  })

/** A JSON schema or one of its alternatives: a boolean, a list of schemas, a list of names. */
function schemaOr(
  schema: Schema | undefined,
  messageOf: MessageOf,
  name: string,
  other: 'bool' | 'list' | 'texts',
): Form {
  const struct = schema?.alternatives?.find(({ type }) => type === 'struct')
  const schemaNumber = other === 'bool' ? 2 : 1
  const message = messageOf(name.replace(/Or\w+$/, ''), struct)
  return wrapped({
    zero: undefined,
    write(writer, value) {
      if (other === 'bool') writer.uint32(VARINT(1)).bool(value !== false && value !== undefined)
      if (isObject(value)) {
        writer.uint32(DELIMITED(schemaNumber))
        message.write(writer, value)
      }
      for (const one of Array.isArray(value) ? value : []) {
        writer.uint32(DELIMITED(2))
        if (other === 'list') message.write(writer, one)
        else writer.string(String(one))
      }
    },
    wires: { 1: other === 'bool' ? Varint : LengthDelimited, 2: LengthDelimited },
    field(reader, number, depth, found) {
      if (other === 'bool' && number === 1) found.allows = reader.bool()
      else if (number === schemaNumber) found.schema = message.read(reader, depth + 1)
      else {
        const list = (found.list ??= []) as unknown[]
        list.push(other === 'list' ? message.read(reader, depth + 1) : reader.string())
      }
    },
    value: (found) => found.schema ?? found.list ?? (other === 'bool' ? found.allows === true : []),
    isZero: () => false,
  })
}
