import type { KindContext } from '../api/kind-context'
import type { ApiObject } from '../machinery/object'
import type { TraceSink } from '../machinery/trace-sink'
import type { Entry, Store } from '../store/store'
import type { ServedType } from './resource-type'

/** Context of a write: user, target, options, and admission, which is passed in as functions. */
export interface WriteCall {
  readonly type: ServedType
  readonly namespace: string
  /** Name in the path; empty if the body names the object. */
  readonly name: string
  readonly subresource: string
  readonly dryRun: boolean
  /** True for a write the server makes as a side effect of another request: the kind's update rules don't apply. */
  readonly internal?: boolean
  readonly context: KindContext
  readonly trace: TraceSink
  /** Yields to other work between steps, if the request or the stored object is large. */
  breathe(stored?: ApiObject): Promise<void> | undefined
  /** Writes to the store, unless the request has timed out. */
  commit(write: Parameters<Store['commit']>[0]): Promise<Entry>
  /** Mutating admission; changes `object` in place. */
  mutate(object: ApiObject, old: ApiObject | undefined): Promise<void>
  validate(object: ApiObject, old: ApiObject | undefined): Promise<void>
  /** Checks besides admission, before validation: privilege escalation is refused. */
  guard?(object: ApiObject, old: ApiObject | undefined): Promise<void>
}

/** The result of a write. */
export interface Written {
  /** The written object, in the request's version. */
  readonly object: ApiObject
  readonly created: boolean
  /** The write removed the last finalizer of an object being deleted, and with it the object. */
  readonly removed?: boolean
}

/** How an update finds its new object, and what it may do. */
export interface UpdateRules {
  /** Computes the replacement of `live` (undefined: does not exist), in the request's version with defaults. Must not change `live`. */
  next(live: ApiObject | undefined): Promise<ApiObject>
  /** Retry after a lost race if the write names no version (patches, unconditional updates). */
  readonly retry: boolean
  /** Whether a missing object is created, as by PUT and apply. */
  readonly mayCreate: boolean
  /** Called when the write turns out to be a create, before anything else: checks create permission. */
  onCreate?(): Promise<void>
  /** A patch reports a wrong uid as a validation error, a PUT as a conflict. */
  readonly isPatch: boolean
}
