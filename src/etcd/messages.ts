import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { fromUtf8, utf8 } from '../machinery/base64'

/*
 * The messages of etcd's interface that are needed here, each a table of its fields (etcd API v3, `rpc.proto` and `kv.proto`). What
 * a table does not know is skipped, so a newer etcd may say more.
 */

type Scalar = 'int64' | 'bool' | 'enum' | 'text'
/** A message of whatever type. */
interface AnyMessage {
  encode(value: object): Uint8Array
  decode(bytes: Uint8Array): object
}
type FieldType = Scalar | AnyMessage
type Field<T> = readonly [number: number, name: keyof T & string, type: FieldType, repeated?: 'repeated']

/** Writes and reads a message. Absent fields stay absent; lists are always there. */
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

  /** Throws for bytes that are no message, and for a number beyond the safe range. */
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

export interface Header {
  readonly revision?: number
}
const HEADER = new Message<Header>([[3, 'revision', 'int64']])

export interface KeyValue {
  readonly key: string
  readonly create_revision?: number
  readonly mod_revision?: number
  readonly value?: string
}
const KEY_VALUE = new Message<KeyValue>([
  [1, 'key', 'text'],
  [2, 'create_revision', 'int64'],
  [3, 'mod_revision', 'int64'],
  [5, 'value', 'text'],
])

export interface RangeRequest {
  readonly key: string
  readonly range_end?: string
  readonly limit?: number
  readonly revision?: number
  readonly keys_only?: boolean
}
export const RANGE_REQUEST = new Message<RangeRequest>([
  [1, 'key', 'text'],
  [2, 'range_end', 'text'],
  [3, 'limit', 'int64'],
  [4, 'revision', 'int64'],
  [8, 'keys_only', 'bool'],
])
export interface RangeResponse {
  readonly header?: Header
  readonly kvs: readonly KeyValue[]
  readonly more?: boolean
}
export const RANGE_RESPONSE = new Message<RangeResponse>([
  [1, 'header', HEADER],
  [2, 'kvs', KEY_VALUE, 'repeated'],
  [3, 'more', 'bool'],
])

interface PutRequest {
  readonly key: string
  readonly value: string
  readonly lease?: number
}
const PUT_REQUEST = new Message<PutRequest>([
  [1, 'key', 'text'],
  [2, 'value', 'text'],
  [3, 'lease', 'int64'],
])
interface DeleteRangeRequest {
  readonly key: string
}
const DELETE_RANGE_REQUEST = new Message<DeleteRangeRequest>([[1, 'key', 'text']])

/** One of the three. */
export interface RequestOp {
  readonly request_range?: RangeRequest
  readonly request_put?: PutRequest
  readonly request_delete_range?: DeleteRangeRequest
}
const REQUEST_OP = new Message<RequestOp>([
  [1, 'request_range', RANGE_REQUEST],
  [2, 'request_put', PUT_REQUEST],
  [3, 'request_delete_range', DELETE_RANGE_REQUEST],
])

export const EQUAL = 0
export const LESS = 2
export const CREATE_REVISION = 1
export const MOD_REVISION = 2

/** Holds when the revision of every key from `key` to `range_end` (of `key` alone without one) compares as said. */
export interface Compare {
  readonly result: number
  readonly target: number
  readonly key: string
  readonly create_revision?: number
  readonly mod_revision?: number
  readonly range_end?: string
}
const COMPARE = new Message<Compare>([
  [1, 'result', 'enum'],
  [2, 'target', 'enum'],
  [3, 'key', 'text'],
  [5, 'create_revision', 'int64'],
  [6, 'mod_revision', 'int64'],
  [64, 'range_end', 'text'],
])

export interface TxnRequest {
  readonly compare: readonly Compare[]
  readonly success: readonly RequestOp[]
}
export const TXN_REQUEST = new Message<TxnRequest>([
  [1, 'compare', COMPARE, 'repeated'],
  [2, 'success', REQUEST_OP, 'repeated'],
])
export interface TxnResponse {
  readonly header?: Header
  readonly succeeded?: boolean
}
export const TXN_RESPONSE = new Message<TxnResponse>([
  [1, 'header', HEADER],
  [2, 'succeeded', 'bool'],
])

export const COMPACTION_REQUEST = new Message<{ readonly revision: number }>([[1, 'revision', 'int64']])
/** An answer of which only its coming matters. */
export const ANY_RESPONSE = new Message<{ readonly header?: Header }>([[1, 'header', HEADER]])

interface WatchCreateRequest {
  readonly key: string
  readonly range_end?: string
  readonly start_revision: number
}
export interface WatchRequest {
  readonly create_request: WatchCreateRequest
}
export const WATCH_REQUEST = new Message<WatchRequest>([
  [
    1,
    'create_request',
    new Message<WatchCreateRequest>([
      [1, 'key', 'text'],
      [2, 'range_end', 'text'],
      [3, 'start_revision', 'int64'],
    ]),
  ],
])

export const DELETED = 1
export interface WatchEvent {
  readonly type?: number
  readonly kv: KeyValue
}
export interface WatchResponse {
  readonly header?: Header
  readonly created?: boolean
  readonly canceled?: boolean
  /** History begins after this revision, where the watch was canceled for that. */
  readonly compact_revision?: number
  readonly cancel_reason?: string
  readonly events: readonly WatchEvent[]
}
export const WATCH_RESPONSE = new Message<WatchResponse>([
  [1, 'header', HEADER],
  [3, 'created', 'bool'],
  [4, 'canceled', 'bool'],
  [5, 'compact_revision', 'int64'],
  [6, 'cancel_reason', 'text'],
  [
    11,
    'events',
    new Message<WatchEvent>([
      [1, 'type', 'enum'],
      [2, 'kv', KEY_VALUE],
    ]),
    'repeated',
  ],
])

export const LEASE_GRANT_REQUEST = new Message<{ readonly ttl: number; readonly id: number }>([
  [1, 'ttl', 'int64'],
  [2, 'id', 'int64'],
])
export const LEASE_REQUEST = new Message<{ readonly id: number }>([[1, 'id', 'int64']])
export interface LeaseKeepAliveResponse {
  /** Seconds that are left; absent or 0 for a lease that is over. */
  readonly ttl?: number
}
export const LEASE_KEEP_ALIVE_RESPONSE = new Message<LeaseKeepAliveResponse>([[3, 'ttl', 'int64']])
