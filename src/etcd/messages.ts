import { Message } from './message-codec'

/*
 * The messages of etcd's API that are needed here, each as a table of its fields (etcd API v3, `rpc.proto` and `kv.proto`). Fields that a
 * table lacks are skipped, because a newer etcd may send more.
 */

/** The head of every answer: etcd's revision when it was given. */
export interface Header {
  readonly revision?: number
}
const HEADER = new Message<Header>([[3, 'revision', 'int64']])

/** A key as etcd stores it. */
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

/** Reads a key, or all keys from `key` up to `range_end`. */
export interface RangeRequest {
  readonly key: string
  readonly range_end?: string
  readonly limit?: number
  readonly revision?: number
  readonly keys_only?: boolean
}
/** `RangeRequest` on the wire; the numbers are those of etcd's published messages, here and below. */
export const RANGE_REQUEST = new Message<RangeRequest>([
  [1, 'key', 'text'],
  [2, 'range_end', 'text'],
  [3, 'limit', 'int64'],
  [4, 'revision', 'int64'],
  [8, 'keys_only', 'bool'],
])
/** The keys that were found; `more` if the limit left some out. */
export interface RangeResponse {
  readonly header?: Header
  readonly kvs: readonly KeyValue[]
  readonly more?: boolean
}
/** Message of etcd's API: keys that a range request found. */
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

/** Exactly one of the three is set. */
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

/** Results of a comparison, with etcd's numbers. */
export const EQUAL = 0
/** Comparison in a transaction: less than. */
export const LESS = 2
/** What a transaction compares: the revision at which the key was created. */
export const CREATE_REVISION = 1
/** What a transaction compares: the revision of the key's last change. */
export const MOD_REVISION = 2

/** True if the revision of every key from `key` to `range_end` (of `key` only, without one) compares as `result` says. */
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

/** Writes that happen together if all comparisons hold. */
export interface TxnRequest {
  readonly compare: readonly Compare[]
  readonly success: readonly RequestOp[]
}
/** Message of etcd's API: a transaction, as conditions and the operations if all hold. */
export const TXN_REQUEST = new Message<TxnRequest>([
  [1, 'compare', COMPARE, 'repeated'],
  [2, 'success', REQUEST_OP, 'repeated'],
])
/** Whether the comparisons held. */
export interface TxnResponse {
  readonly header?: Header
  readonly succeeded?: boolean
}
/** Message of etcd's API: whether a transaction's conditions held. */
export const TXN_RESPONSE = new Message<TxnResponse>([
  [1, 'header', HEADER],
  [2, 'succeeded', 'bool'],
])

/** Message of etcd's API: forget history before a revision. */
export const COMPACTION_REQUEST = new Message<{ readonly revision: number }>([[1, 'revision', 'int64']])
/** A response whose content is not used. */
export const ANY_RESPONSE = new Message<{ readonly header?: Header }>([[1, 'header', HEADER]])

interface WatchCreateRequest {
  readonly key: string
  readonly range_end?: string
  readonly start_revision: number
}
/** Starts a watch. */
export interface WatchRequest {
  readonly create_request: WatchCreateRequest
}
/** Message of etcd's API: begin a watch. */
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

/** Type of an event that deletes a key. */
export const DELETED = 1
/** A change of one key; a deletion has the type `DELETED`. */
export interface WatchEvent {
  readonly type?: number
  readonly kv: KeyValue
}
/** Changes, or the start or end of a watch. */
export interface WatchResponse {
  readonly header?: Header
  readonly created?: boolean
  readonly canceled?: boolean
  /** The compaction revision, if the watch was canceled because of it. */
  readonly compact_revision?: number
  readonly cancel_reason?: string
  readonly events: readonly WatchEvent[]
}
/** Message of etcd's API: events of a watch, or why it ended. */
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

/** Message of etcd's API: a new lease, `ttl` in seconds. */
export const LEASE_GRANT_REQUEST = new Message<{ readonly ttl: number; readonly id: number }>([
  [1, 'ttl', 'int64'],
  [2, 'id', 'int64'],
])
/** Message of etcd's API: renew or revoke a lease. */
export const LEASE_REQUEST = new Message<{ readonly id: number }>([[1, 'id', 'int64']])
/** What is left of a lease after it was renewed. */
export interface LeaseKeepAliveResponse {
  /** Remaining seconds; absent or 0 if the lease has expired. */
  readonly ttl?: number
}
/** Message of etcd's API: the seconds that a renewed lease has left. */
export const LEASE_KEEP_ALIVE_RESPONSE = new Message<LeaseKeepAliveResponse>([[3, 'ttl', 'int64']])
