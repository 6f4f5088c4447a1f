import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { fromUtf8, utf8 } from '../machinery/base64'

type Scalar = 'int64' | 'bool' | 'enum' | 'text'

/** A message of any type. */
interface AnyMessage {
  encode(value: object): Uint8Array
  decode(bytes: Uint8Array): object
}

type FieldType = Scalar | AnyMessage

type Field<T> = readonly [number: number, name: keyof T & string, type: FieldType, repeated?: 'repeated']

/** Encodes and decodes a message. Absent fields stay absent; lists are always present. */
export class Message<T extends object> {
  readonly #byNumber: ReadonlyMap<number, Field<T>>

  constructor(private readonly fields: readonly Field<T>[]) {
    this.#byNumber = new Map(fields.map((field) => [field[0], field]))
  }

  encode(value: T): Uint8Array {
    const writer = new BinaryWriter()
    for (const [number, name, type] of this.fields) {
      const held: unknown = value[name]
      if (held === undefined) continue
      for (const one of Array.isArray(held) ? (held as unknown[]) : [held]) writeField(writer, number, type, one)
    }
    return writer.finish()
  }

  /** Throws for invalid bytes, and for a number beyond the safe range. */
  decode(bytes: Uint8Array): T {
    const reader = new BinaryReader(bytes)
    const made: Record<string, unknown> = {}
    for (const [, name, , repeated] of this.fields) if (repeated) made[name] = []
    while (reader.pos < reader.len) {
      const [number, wireType] = reader.tag()
      const field = this.#byNumber.get(number)
      if (!field) {
        reader.skip(wireType, number)
        continue
      }
      const [, name, type, repeated] = field
      const value = readField(reader, type)
      if (repeated) (made[name] as unknown[]).push(value)
      else made[name] = value
    }
    return made as T
  }
}

function writeField(writer: BinaryWriter, number: number, type: FieldType, value: unknown): void {
  if (type === 'text') writer.tag(number, WireType.LengthDelimited).bytes(utf8(value as string))
  else if (type === 'int64') writer.tag(number, WireType.Varint).int64(value as number)
  else if (type === 'enum') writer.tag(number, WireType.Varint).int32(value as number)
  else if (type === 'bool') writer.tag(number, WireType.Varint).bool(value as boolean)
  else writer.tag(number, WireType.LengthDelimited).bytes(type.encode(value as object))
}

function readField(reader: BinaryReader, type: FieldType): unknown {
  if (type === 'text') return fromUtf8(reader.bytes())
  if (type === 'enum') return reader.int32()
  if (type === 'bool') return reader.bool()
  if (type !== 'int64') return type.decode(reader.bytes())
  const value = Number(reader.int64())
  if (!Number.isSafeInteger(value)) throw new RangeError(`etcd sent a number beyond the safe range: ${value}`)
  return value
}
