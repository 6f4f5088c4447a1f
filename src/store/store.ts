/**
 * The store keeps JSON values under keys and knows nothing of kinds. One revision counter covers all keys.
 *
 * Promises:
 * 1. A commit resolves only after its transaction completed on the medium; readers and watchers see it only then, whole.
 * 2. Revisions grow with every committed change and are never used twice, restarts included. They grow by one, unless the medium
 *    counts changes of others with them.
 * 3. A commit whose expectation does not hold rejects with `RevisionMismatch` and changes nothing.
 * 4. Watchers get every change after their revision once, in revision order, after it is visible to readers.
 * 5. Reads and watches below the compaction revision throw `Compacted`; above the newest revision, `FutureRevision`.
 * 6. Values are never copied and never changed by the store: callers must not change them either.
 */
export interface Entry {
  readonly key: string
  readonly value: unknown
  /** Revision of the last change; of the deletion in deletion events. */
  readonly revision: number
  /** Revision at which the key came into being. */
  readonly created: number
}

export type StoreEvent =
  | { readonly type: 'put'; readonly entry: Entry; readonly previous: Entry | undefined }
  /** `entry` has the last value and the revision of the deletion; `previous` the last committed entry. */
  | { readonly type: 'delete'; readonly entry: Entry; readonly previous: Entry }

export interface ListOptions {
  /** Read as of this revision; the newest when absent. */
  readonly revision?: number
  /** Start after this key (exclusive). */
  readonly after?: string
  readonly limit?: number
}

export interface ListResult {
  readonly entries: readonly Entry[]
  readonly revision: number
  /** How many more entries follow when `limit` cut the list. */
  readonly remaining: number
}

export type Write = {
  readonly key: string
  /** The entry's present revision, 0 for "must not exist". */
  readonly expect: number
  /** Fails with the writes of the same turn when the medium refuses them: a deletion is not done without the rest. */
  readonly together?: boolean
  /**
   * Rejects with `Disturbed` when an entry with this prefix was written after `revision`: what the write takes was free among them
   * then. A store with one writer does not look: who writes knows what else is on its way.
   */
  readonly undisturbed?: { readonly prefix: string; readonly revision: number }
} & ({ readonly type: 'put'; readonly value: unknown } | { readonly type: 'delete' })

export interface Store {
  /** The newest committed revision; at least 1. */
  readonly revision: number
  /** Reads at or after this revision work. */
  readonly compactedRevision: number
  get(key: string): Entry | undefined
  /** Entries whose key starts with `prefix`, in key order. */
  list(prefix: string, options?: ListOptions): ListResult
  /** How many entries start with `prefix` now. */
  count(prefix: string): number
  commit(write: Write): Promise<Entry>
  /**
   * Calls `listener` with batches of events after revision `after`: history before `watch` returns, then live. Throws
   * `Compacted` or `FutureRevision`. Returns the unsubscriber; nothing is delivered after it was called. A store that others
   * write to may lose changes while it is cut off from its medium: then it calls `lost` once and the watch is over, or delivers
   * how the present state differs to who gave none.
   */
  watch(prefix: string, after: number, listener: (events: readonly StoreEvent[]) => void, lost?: () => void): () => void
  /** Resolves when the store has reached `revision`, or after `timeoutMs` of its clock; tells which. */
  waitFor(revision: number, timeoutMs: number): Promise<boolean>
  /**
   * Resolves when reads see everything that was committed before the call, by whomever; rejects with `unreachable`. Absent where
   * this store is the only writer: its reads are always fresh.
   */
  fresh?(): Promise<void>
  /** Forgets history up to and including what is needed only below `revision`. */
  compact(revision: number): void
  /** History is kept this long; set higher for time travel. */
  setHistoryWindow(ms: number): void
  /** Subscribes to the medium's health: a failed write, a full disk, a lost database; `undefined` when it is over. */
  onHealthChange(listener: (error: StoreError | undefined) => void): () => void
  /** Whether what is committed survives the process. */
  readonly durable: boolean
  /** Why the medium takes no writes now; undefined while it does. The readiness check reads it. */
  fault(): StoreError | undefined
  close(): Promise<void>
}

export type StoreErrorCode =
  | 'quota-exceeded'
  | 'blocked'
  | 'unreadable'
  | 'closed'
  | 'write-failed'
  | 'unreachable' // the medium is another program, which does not answer: also what must be fresh can't be read
  | 'too-large' // the medium takes no value of this size

export class StoreError extends Error {
  override readonly name = 'StoreError'
  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
export class RevisionMismatch extends Error {
  override readonly name = 'RevisionMismatch'
  /** `current` is what the key holds now; undefined when it does not exist. */
  constructor(
    readonly key: string,
    readonly current: Entry | undefined,
  ) {
    super(`the entry at ${key} is not at the expected revision`)
  }
}
/** Entries that a write had looked at were changed by another server. */
export class Disturbed extends Error {
  override readonly name = 'Disturbed'
}
export class Compacted extends Error {
  override readonly name = 'Compacted'
  constructor(
    readonly revision: number,
    readonly compactedRevision: number,
  ) {
    super(`revision ${revision} is older than the retained history (${compactedRevision})`)
  }
}
export class FutureRevision extends Error {
  override readonly name = 'FutureRevision'
  constructor(
    readonly revision: number,
    readonly current: number,
  ) {
    super(`revision ${revision} is newer than the store (${current})`)
  }
}
