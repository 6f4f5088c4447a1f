import { type BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { BinaryError } from './binary-error'
import type { ByteWriter } from './byte-writer'
import { BEYOND_MESSAGE, eachField } from './each-field'
import type { Form } from './form'

/** Wire types of the fields of these messages. */
export const { Varint, LengthDelimited } = WireType

/** The key of a varint field. */
export const VARINT = (number: number): number => (number << 3) | WireType.Varint

/** The key of a field with a length: text, bytes or a message. */
export const DELIMITED = (number: number): number => (number << 3) | WireType.LengthDelimited

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
export function wrapped({ zero, wires, write, field, value, isZero }: Parts): Form {
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
