/** The protobuf envelope: four magic bytes, then the message `Unknown` (resource API, "Binary envelope"). */
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { messageOf } from '../../machinery/message-of'
import { BinaryError } from './binary-error'

const PREFIX = Uint8Array.of(0x6b, 0x38, 0x73, 0x00)
/** Bytes of the prefix that marks the binary form. */
export const PREFIX_LENGTH = PREFIX.length

/** What the binary form of an object begins with: its kind, and its message as bytes. */
export interface Envelope {
  readonly apiVersion: string
  readonly kind: string
  readonly raw: Uint8Array
  readonly contentEncoding: string
  readonly contentType: string
}

/** An envelope in a body. */
export interface OpenEnvelope extends Envelope {
  /** Offset of `raw` in the body. */
  readonly offset: number
}

/** Whether bytes begin like an envelope. */
export const isEnvelope = (bytes: Uint8Array): boolean => PREFIX.every((byte, i) => bytes[i] === byte)

const TYPE_META = 1
const RAW = 2
const CONTENT_ENCODING = 3
const CONTENT_TYPE = 4

/** The bytes of an envelope. */
export function writeEnvelope(envelope: Envelope): Uint8Array<ArrayBuffer> {
  const { raw } = envelope
  const { bytes, offset } = envelopeAround(envelope, raw.length)
  bytes.set(raw, offset)
  return bytes
}

/** Builds an envelope with space for `raw` and returns its offset. */
export function envelopeAround(
  { apiVersion, kind, contentEncoding, contentType }: Omit<Envelope, 'raw'>,
  length: number,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly offset: number } {
  const before = new BinaryWriter()
    .raw(PREFIX)
    .tag(TYPE_META, WireType.LengthDelimited)
    .fork()
    .tag(1, WireType.LengthDelimited)
    .string(apiVersion)
    .tag(2, WireType.LengthDelimited)
    .string(kind)
    .join()
    .tag(RAW, WireType.LengthDelimited)
    .uint32(length)
    .finish()
  const after = new BinaryWriter()
    .tag(CONTENT_ENCODING, WireType.LengthDelimited)
    .string(contentEncoding)
    .tag(CONTENT_TYPE, WireType.LengthDelimited)
    .string(contentType)
    .finish()
  const bytes = new Uint8Array(before.length + length + after.length)
  bytes.set(before)
  bytes.set(after, before.length + length)
  return { bytes, offset: before.length }
}

/**
 * Parses an envelope; unknown fields are skipped.
 * @throws BinaryError with the offset
 */
export function readEnvelope(bytes: Uint8Array): OpenEnvelope {
  if (!isEnvelope(bytes)) throw new BinaryError('the body does not begin with the four bytes of the binary form', 0)
  const reader = new BinaryReader(bytes)
  reader.pos = PREFIX_LENGTH
  const envelope = {
    apiVersion: '',
    kind: '',
    raw: new Uint8Array() as Uint8Array,
    contentEncoding: '',
    contentType: '',
    offset: 0,
  }
  try {
    while (reader.pos < reader.len) {
      const [number, wire] = reader.tag()
      if (wire !== WireType.LengthDelimited) reader.skip(wire, number)
      else if (number === TYPE_META) Object.assign(envelope, readTypeMeta(reader))
      else if (number === RAW) {
        envelope.raw = reader.bytes()
        envelope.offset = reader.pos - envelope.raw.length
      } else if (number === CONTENT_ENCODING) envelope.contentEncoding = reader.string()
      else if (number === CONTENT_TYPE) envelope.contentType = reader.string()
      else reader.skip(wire, number)
    }
  } catch (error) {
    throw new BinaryError(`the envelope is damaged: ${messageOf(error)}`, reader.pos)
  }
  return envelope
}

function readTypeMeta(outer: BinaryReader): { apiVersion: string; kind: string } {
  const reader = new BinaryReader(outer.bytes())
  const found = { apiVersion: '', kind: '' }
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag()
    if (number === 1 && wire === WireType.LengthDelimited) found.apiVersion = reader.string()
    else if (number === 2 && wire === WireType.LengthDelimited) found.kind = reader.string()
    else reader.skip(wire, number)
  }
  return found
}
