import { fromUtf8 } from '../../machinery/base64'
import { formatGoDuration, parseGoDuration } from '../../machinery/go-duration'
import { parseJson, writeJson } from '../../machinery/json-text'
import { BinaryError } from './binary-error'
import { exactInteger, type Form, writeInt64 } from './form'
import { parseTime, printTime } from './times'
import { Varint, LengthDelimited, VARINT, DELIMITED, wrapped } from './wrapped-message'

/** A time: seconds and nanoseconds; printed with `digits` digits of the second. */
export const time = (digits: 0 | 6): Form =>
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

/** A duration in nanoseconds, as text in JSON. */
export const duration = (): Form =>
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

/** A quantity, as text. */
export const quantity = (): Form =>
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

/** A number or a text. */
export const intOrString = (): Form =>
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

/** A list of texts. */
export const texts = (): Form =>
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
export const rawJson = (): Form =>
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
