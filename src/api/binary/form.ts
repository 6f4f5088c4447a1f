import type { BinaryReader } from '@bufbuild/protobuf/wire'
import { WireType } from '@bufbuild/protobuf/wire'
import { decodeBase64, encodeBase64 } from '../../machinery/base64'
import type { ByteWriter } from './byte-writer'

/** Encoding of values of one type, without their tag. */
export interface Form {
  readonly wire: WireType
  /** The default value of a field that is always written. */
  readonly zero: unknown
  write(writer: ByteWriter, value: unknown): void
  /** `depth` counts enclosing messages. Throws BinaryError, or the reader's error for malformed bytes. */
  read(reader: BinaryReader, depth: number): unknown
  /** Whether a decoded value is the default of an unset field. */
  isZero(value: unknown): boolean
}

const asNumber = (value: unknown): number => (typeof value === 'number' ? value : Number(value))

function scalar(wire: WireType, zero: unknown, write: Form['write'], read: Form['read']): Form {
  return { wire, zero, write, read, isZero: (value) => value === zero }
}

/** An int64 in memory: a bigint only if a number would be inexact. */
export const exactInteger = (value: bigint | string): number | bigint => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : BigInt(value)
}

const int64Of = (value: unknown): number | bigint => (typeof value === 'bigint' ? value : Math.trunc(asNumber(value)))

const UINT32_LIMIT = 2 ** 32

/** Writes an int64. If it fits into 32 bits, the bytes equal those of a uint32, which is written much faster. */
export function writeInt64(writer: ByteWriter, value: number | bigint): void {
  if (typeof value === 'number' && value >= 0 && value < UINT32_LIMIT) writer.uint32(value)
  else writer.int64(value)
}

/** Scalar encodings by their letter in the message table. */
export const SCALARS: Readonly<Record<string, Form>> = {
  s: scalar(
    WireType.LengthDelimited,
    '',
    (writer, value) => writer.string(String(value)),
    (reader) => reader.string(),
  ),
  b: scalar(
    WireType.Varint,
    false,
    (writer, value) => writer.bool(value === true),
    (reader) => reader.bool(),
  ),
  i: scalar(
    WireType.Varint,
    0,
    (writer, value) => writer.int32(asNumber(value) | 0),
    (reader) => reader.int32(),
  ),
  I: scalar(
    WireType.Varint,
    0,
    (writer, value) => writeInt64(writer, int64Of(value)),
    (reader) => exactInteger(reader.int64()),
  ),
  d: scalar(
    WireType.Bit64,
    0,
    (writer, value) => writer.double(asNumber(value)),
    (reader) => reader.double(),
  ),
  y: scalar(
    WireType.LengthDelimited,
    '',
    (writer, value) => writer.bytes(decodeBase64(String(value))),
    (reader) => encodeBase64(reader.bytes()),
  ),
}
