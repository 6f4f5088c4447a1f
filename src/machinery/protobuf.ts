import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { DecodeError } from './decode-error'

/**
 * The envelope of the binary representation (resource API, "Binary envelope"): four bytes, then the message `Unknown`.
 * The messages of the kinds themselves are specified nowhere, so `raw` carries the object as JSON and `contentType` says
 * so; an envelope with any other content is refused by that name.
 */
const PREFIX = Uint8Array.of(0x6b, 0x38, 0x73, 0x00)
export const PROTOBUF_RAW_TYPE = 'application/json'

const TYPE_META = 1
const RAW = 2
const CONTENT_ENCODING = 3
const CONTENT_TYPE = 4

export interface Envelope {
  readonly apiVersion: string
  readonly kind: string
  readonly raw: Uint8Array
  readonly contentEncoding: string
  readonly contentType: string
}

/** Wraps the JSON text of an object. */
export function encodeEnvelope(apiVersion: string, kind: string, json: string): Uint8Array {
  const message = new BinaryWriter()
    .tag(TYPE_META, WireType.LengthDelimited)
    .fork()
    .tag(1, WireType.LengthDelimited)
    .string(apiVersion)
    .tag(2, WireType.LengthDelimited)
    .string(kind)
    .join()
    .tag(RAW, WireType.LengthDelimited)
    .bytes(new TextEncoder().encode(json))
    .tag(CONTENT_TYPE, WireType.LengthDelimited)
    .string(PROTOBUF_RAW_TYPE)
    .finish()
  const result = new Uint8Array(PREFIX.length + message.length)
  result.set(PREFIX)
  result.set(message, PREFIX.length)
  return result
}

const EVENT_TYPE = 1
const EVENT_OBJECT = 2
const RAW_OBJECT = 1
const LENGTH_BYTES = 4

/** One event of a stream: its length in four bytes, then the message `WatchEvent` with the enveloped object in it. */
export function encodeWatchEvent(type: string, envelope: Uint8Array): Uint8Array {
  const message = new BinaryWriter()
    .tag(EVENT_TYPE, WireType.LengthDelimited)
    .string(type)
    .tag(EVENT_OBJECT, WireType.LengthDelimited)
    .fork()
    .tag(RAW_OBJECT, WireType.LengthDelimited)
    .bytes(envelope)
    .join()
    .finish()
  const frame = new Uint8Array(LENGTH_BYTES + message.length)
  new DataView(frame.buffer).setUint32(0, message.length)
  frame.set(message, LENGTH_BYTES)
  return frame
}

export const isEnvelope = (bytes: Uint8Array): boolean => PREFIX.every((byte, i) => bytes[i] === byte)

/** Calls `field` for each length-delimited field of a message; others are skipped. */
function readFields(bytes: Uint8Array, field: (number: number, content: Uint8Array) => void): void {
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag()
    if (type === WireType.LengthDelimited) field(number, reader.bytes())
    else reader.skip(type, number)
  }
}

/**
 * Opens an envelope.
 * @throws DecodeError when the bytes are none
 */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  if (!isEnvelope(bytes))
    throw new DecodeError('the body does not begin with the four bytes of the binary representation')
  const text = new TextDecoder('utf-8', { fatal: true })
  const envelope = { apiVersion: '', kind: '', raw: new Uint8Array(), contentEncoding: '', contentType: '' }
  try {
    readFields(bytes.subarray(PREFIX.length), (number, content) => {
      if (number === TYPE_META)
        readFields(content, (part, value) => {
          if (part === 1) envelope.apiVersion = text.decode(value)
          else if (part === 2) envelope.kind = text.decode(value)
        })
      else if (number === RAW) envelope.raw = content.slice()
      else if (number === CONTENT_ENCODING) envelope.contentEncoding = text.decode(content)
      else if (number === CONTENT_TYPE) envelope.contentType = text.decode(content)
    })
  } catch (error) {
    throw new DecodeError(`the binary envelope is damaged: ${error instanceof Error ? error.message : String(error)}`)
  }
  return envelope
}

/**
 * The JSON text inside an envelope, with the type that the envelope names.
 * @throws DecodeError when the content is not JSON
 */
export function openEnvelope(bytes: Uint8Array): { apiVersion: string; kind: string; json: string } {
  const { apiVersion, kind, raw, contentEncoding, contentType } = decodeEnvelope(bytes)
  if (contentEncoding !== '')
    throw new DecodeError(`the binary envelope's content encoding "${contentEncoding}" is not supported`)
  if (contentType !== PROTOBUF_RAW_TYPE)
    throw new DecodeError(
      `the binary envelope carries content of type "${contentType || 'application/vnd.orch.protobuf'}"; this server reads only "${PROTOBUF_RAW_TYPE}" in it`,
    )
  try {
    return { apiVersion, kind, json: new TextDecoder('utf-8', { fatal: true }).decode(raw) }
  } catch {
    throw new DecodeError('the content of the binary envelope is not UTF-8')
  }
}
