/** Encodes and decodes objects as protobuf for one release (resource API, "Binary envelope"). */
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { decodeJson } from '../../machinery/decode-json'
import { fromUtf8 } from '../../machinery/base64'
import type { JsonObject } from '../../machinery/json'
import { messageOf } from '../../machinery/message-of'
import { schemaOf, typeOfKind } from '../types'
import { BinaryError } from './binary-error'
import { ByteWriter, putLength, varintLength } from './byte-writer'
import { envelopeAround, type OpenEnvelope, PREFIX_LENGTH, readEnvelope, writeEnvelope } from './envelope'
import { type Message, messageType } from './message'
import { hasMessage, messageOfType } from './messages'

const META = 'machinery.apis.meta.v1.'

/** Versions without messages of their own: they belong to another server (aggregated API). */
const BESIDE: Readonly<Record<string, string>> = { 'metrics.orch.io/v1beta1': 'metrics.v1beta1.' }

/** Kinds accepted in every group version: clients send them with the group of the target resource. */
const OF_EVERY_GROUP = /^(Status|ListMeta|(Delete|Create|Update|Patch|List|Get)Options|WatchEvent)$/

/** Discovery documents; those of legacy groups carry no apiVersion. */
const OF_DISCOVERY = /^API(Versions|Group|GroupList|ResourceList)$/

/** Encodes and decodes the binary form of objects. */
export interface BinaryCodec {
  /** Whether a kind has a protobuf message; custom types have none. */
  has(apiVersion: string, kind: string): boolean
  /** Encodes an object in its envelope. @throws RangeError if the kind has no message */
  encode(object: object): Uint8Array<ArrayBuffer>
  /** Encodes a list; the bytes of each item are cached. */
  list(apiVersion: string, listKind: string, metadata: object, items: readonly object[]): Uint8Array<ArrayBuffer>
  /** Decodes an envelope, including one that contains JSON. @throws DecodeError */
  decode(bytes: Uint8Array, expected?: { readonly apiVersion: string; readonly kind: string }): JsonObject
  /** Encodes a watch event: a four-byte length, then a `WatchEvent` with the enveloped object. */
  frame(type: string, object: object): Uint8Array<ArrayBuffer>
}

/** The codec of a release (minor number). */
export function binaryCodec(release: number): BinaryCodec {
  const known = new Map<string, Message | undefined>()
  const find = (apiVersion: string, kind: string): Message | undefined => {
    const key = `${apiVersion}/${kind}`
    if (!known.has(key)) known.set(key, findMessage(apiVersion, kind, release))
    return known.get(key)
  }
  const encode = (object: object): Uint8Array<ArrayBuffer> => {
    const { apiVersion = '', kind = '' } = object as { apiVersion?: string; kind?: string }
    const message = find(apiVersion, kind)
    if (!message) throw new RangeError(`${kind} of ${apiVersion} has no binary form`)
    return writeEnvelope({ apiVersion, kind, raw: fieldsOf(message, object), contentEncoding: '', contentType: '' })
  }
  return {
    has: (apiVersion, kind) => find(apiVersion, kind) !== undefined,
    encode,
    list: (apiVersion, listKind, metadata, items) => encodeList({ apiVersion, kind: listKind, metadata }, items, find),
    decode: (bytes, expected) => decodeObject(bytes, expected, find),
    frame: (type, object) => frameOf(type, encode(object)),
  }
}

function findMessage(apiVersion: string, kind: string, release: number): Message | undefined {
  const version = apiVersion === '' && OF_DISCOVERY.test(kind) ? 'v1' : apiVersion
  const type = OF_EVERY_GROUP.test(kind) ? META + kind : typeOfKind(version, kind)
  if (type === undefined) return messageBeside(apiVersion, kind, release)
  const name = messageOfType(type)
  return hasMessage(name) ? messageType(name, schemaOf(type, release), release) : undefined
}

function messageBeside(apiVersion: string, kind: string, release: number): Message | undefined {
  const prefix = BESIDE[apiVersion]
  const name = prefix && prefix + kind
  return name && hasMessage(name) ? messageType(name, undefined, release) : undefined
}

const LENGTH_BYTES = 4

function frameOf(type: string, envelope: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new BinaryWriter()
    .tag(1, WireType.LengthDelimited)
    .string(type)
    .tag(2, WireType.LengthDelimited)
    .fork()
    .tag(1, WireType.LengthDelimited)
    .bytes(envelope)
    .join()
    .finish()
  const frame = new Uint8Array(LENGTH_BYTES + message.length)
  new DataView(frame.buffer).setUint32(0, message.length)
  frame.set(message, LENGTH_BYTES)
  return frame
}

const METADATA = (1 << 3) | WireType.LengthDelimited
const ITEMS = (2 << 3) | WireType.LengthDelimited
/** All lists of the reference have metadata as field 1 and items as field 2. */
function encodeList(
  head: { readonly apiVersion: string; readonly kind: string; readonly metadata: object },
  items: readonly object[],
  find: Find,
): Uint8Array<ArrayBuffer> {
  const { apiVersion, kind, metadata } = head
  const item = find(apiVersion, kind.replace(/List$/, ''))
  const listMeta = find('v1', 'ListMeta')
  if (!item || !listMeta) throw new RangeError(`${kind} of ${apiVersion} has no binary form`)
  const written = writtenAs.get(item) ?? new WeakMap<object, Uint8Array>()
  writtenAs.set(item, written)
  const parts = [fieldsOf(listMeta, metadata), ...items.map((object) => bytesOf(item, written, object))]
  const length = parts.reduce((sum, part) => sum + 1 + varintLength(part.length) + part.length, 0)
  const { bytes, offset } = envelopeAround({ apiVersion, kind, contentEncoding: '', contentType: '' }, length)
  let at = offset
  parts.forEach((part, i) => {
    bytes[at] = i === 0 ? METADATA : ITEMS
    at = putLength(bytes, at + 1, part.length)
    bytes.set(part, at)
    at += part.length
  })
  return bytes
}

// Served objects never change, so their bytes are cached.
const writtenAs = new WeakMap<Message, WeakMap<object, Uint8Array>>()

function bytesOf(message: Message, written: WeakMap<object, Uint8Array>, object: object): Uint8Array {
  const known = written.get(object)
  if (known) return known
  const bytes = fieldsOf(message, object)
  written.set(object, bytes)
  return bytes
}

const shared = new ByteWriter()

/** Encodes the fields of an object without envelope. */
function fieldsOf(message: Message, object: object): Uint8Array<ArrayBuffer> {
  try {
    message.writeFields(shared, object as Record<string, unknown>)
    return shared.take()
  } catch (error) {
    shared.drop()
    throw error
  }
}

type Find = (apiVersion: string, kind: string) => Message | undefined

function decodeObject(
  bytes: Uint8Array,
  expected: { readonly apiVersion: string; readonly kind: string } | undefined,
  find: Find,
): JsonObject {
  const envelope = readEnvelope(bytes)
  if (envelope.contentEncoding !== '')
    throw new BinaryError(`content encoding "${envelope.contentEncoding}" is not supported`, PREFIX_LENGTH)
  if (envelope.contentType === 'application/json') return fromJson(envelope)
  if (envelope.contentType !== '' && !/^application\/vnd\.orch\.protobuf(;|$)/.test(envelope.contentType))
    throw new BinaryError(`content of type "${envelope.contentType}" is not supported`, PREFIX_LENGTH)
  const apiVersion = envelope.apiVersion || (expected?.apiVersion ?? '')
  const kind = envelope.kind || (expected?.kind ?? '')
  const message = find(apiVersion, kind)
  if (!message) throw new BinaryError(`no kind "${kind}" of "${apiVersion}" has a binary form here`, PREFIX_LENGTH)
  const reader = new BinaryReader(envelope.raw, strictText)
  const object: JsonObject = { kind, apiVersion }
  try {
    message.readFields(reader, envelope.raw.length, 0, object)
  } catch (error) {
    throw inBody(error, reader.pos, envelope.offset)
  }
  return object
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const strictText = (bytes: Uint8Array): string => decoder.decode(bytes)

/** Rebases an error's offset from the message to the whole body. */
function inBody(error: unknown, at: number, offset: number): BinaryError {
  if (error instanceof BinaryError) return new BinaryError(error.problem, error.offset + offset)
  return new BinaryError(messageOf(error), at + offset)
}

function fromJson({ raw, apiVersion, kind }: OpenEnvelope): JsonObject {
  const { value } = decodeJson(fromUtf8(raw))
  return { apiVersion, kind, ...(value as JsonObject) }
}
