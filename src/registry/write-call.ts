import type { KindContext } from '../api/kind'
import type { ApiObject } from '../machinery/object'
import type { TraceSink } from '../machinery/trace-sink'
import type { Entry, Store } from '../store/store'
import type { ServedType } from './resource-type'

/** What a write needs to know beside the object: who, where, how, and the admission that was handed in as functions. */
export interface WriteCall {
  readonly type: ServedType
  readonly namespace: string
  /** From the path; empty where the body names the object. */
  readonly name: string
  readonly subresource: string
  readonly dryRun: boolean
  /** A change that the server makes in answer to a request for something else: the kind's own rules for updates don't apply. */
  readonly internal?: boolean
  readonly context: KindContext
  readonly trace: TraceSink
  /** Lets others have a turn between two steps, where the request or the stored object is large. */
  breathe(stored?: ApiObject): Promise<void>
  /** Writes to the store, unless the request's time is over. */
  commit(write: Parameters<Store['commit']>[0]): Promise<Entry>
  /** Mutating admission; changes `object` in place. */
  mutate(object: ApiObject, old: ApiObject | undefined): Promise<void>
  validate(object: ApiObject, old: ApiObject | undefined): Promise<void>
  /** What the server asks of a write beside admission, before validation: nobody grants more than they hold. */
  guard?(object: ApiObject, old: ApiObject | undefined): Promise<void>
}

export interface Written {
  /** In the version of the request. */
  readonly object: ApiObject
  readonly created: boolean
  /** The write took the last finalizer off an object that waited for it. */
  readonly removed?: boolean
}

export interface UpdateRules {
  /** The object that replaces `live` (absent: does not exist), in the request's version with defaults. Must not change `live`. */
  next(live: ApiObject | undefined): Promise<ApiObject>
  /** A write that names no version and lost a race is made again this way (patches, unconditional updates). */
  readonly retry: boolean
  /** PUT and apply may create. */
  readonly mayCreate: boolean
  /** Called when the write turns out to be a creation, before anything is done: permission to create. */
  onCreate?(): Promise<void>
  /** A patch reports a wrong uid as a validation error, a PUT as a conflict. */
  readonly isPatch: boolean
}
