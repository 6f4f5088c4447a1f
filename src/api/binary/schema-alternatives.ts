import { isObject } from '../../machinery/json'
import type { Schema } from '../schema'
import type { Form } from './form'
import { Varint, LengthDelimited, VARINT, DELIMITED, wrapped } from './wrapped-message'

/** Returns the encoding of a message nested in a special one. */
export type MessageOf = (name: string, schema: Schema | undefined) => Form

/** A JSON schema or one of its alternatives: a boolean, a list of schemas, a list of names. */
export function schemaOr(
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
