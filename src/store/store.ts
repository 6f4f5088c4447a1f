/**
 * The store keeps JSON values under keys and knows nothing of kinds. One revision counter covers all keys.
 *
 * Guarantees:
 * 1. A commit resolves only after its transaction completed on the medium; readers and watchers see it only then, and as a whole.
 * 2. Revisions increase with every committed change and are never reused, even after a restart. They increase by one, unless the
 * medium also counts changes of others.
 * 3. A commit whose expected revision does not match rejects with `RevisionMismatch` and changes nothing.
 * 4. Watchers get every change after their revision once, in revision order, after it is visible to readers.
 * 5. Reads and watches below the compaction revision throw `Compacted`; above the newest revision, `FutureRevision`.
 * 6. Values are never copied and never changed by the store: callers must not change them either.
 */
export interface Entry {
  readonly key: string
  readonly value: unknown
  /** Revision of the last change; in deletion events, of the deletion. */
  readonly revision: number
  /** Revision at which the key was created. */
  readonly created: number
}

/** A committed change. */
export type StoreEvent =
  | { readonly type: 'put'; readonly entry: Entry; readonly previous: Entry | undefined }
  /** `entry` has the last value and the deletion's revision; `previous` is the last committed entry. */
  | { readonly type: 'delete'; readonly entry: Entry; readonly previous: Entry }

/** Which entries of a prefix a list returns. */
export interface ListOptions {
  /** Reads at this revision; at the newest when absent. */
  readonly revision?: number
  /** Start after this key (exclusive). */
  readonly after?: string
  readonly limit?: number
}

/** Entries in the order of their keys, all as of one revision. */
export interface ListResult {
  readonly entries: readonly Entry[]
  readonly revision: number
  /** Number of entries beyond `limit`. */
  readonly remaining: number
}

/** One write of a commit: it takes effect only if the key is still at the expected revision. */
export type Write = {
  readonly key: string
  /** The entry's current revision, or 0 for "must not exist". */
  readonly expect: number
  /** If the medium refuses the writes of this turn, fail with them: do not retry this deletion alone. */
  readonly together?: boolean
  /**
   * Rejects with `Disturbed` if an entry with this prefix was written after `revision`, when the value being claimed was still free. A
   * single-writer store skips the check, because it knows all pending writes.
   */
  readonly undisturbed?: { readonly prefix: string; readonly revision: number }
} & ({ readonly type: 'put'; readonly value: unknown } | { readonly type: 'delete' })

/** Keys with values and revisions: compare-and-swap writes, reads at a revision, and watches. */
export interface Store {
  /** The newest committed revision; at least 1. */
  readonly revision: number
  /** The oldest revision that can be read. */
  readonly compactedRevision: number
  get(key: string): Entry | undefined
  /** Entries whose key starts with `prefix`, in key order. */
  list(prefix: string, options?: ListOptions): ListResult
  /** Number of entries whose key starts with `prefix`. */
  count(prefix: string): number
  commit(write: Write): Promise<Entry>
  /**
   * Calls `listener` with batches of events after revision `after`: history before `watch` returns, then live. Throws `Compacted` or
   * `FutureRevision`. Returns a function that unsubscribes; nothing is delivered after that. If the store has other writers, it may miss
   * changes while cut off from its medium: it then calls `lost` once and ends the watch, or, without `lost`, delivers the difference to
   * the present state.
   */
  watch(prefix: string, after: number, listener: (events: readonly StoreEvent[]) => void, lost?: () => void): () => void
  /** Resolves when the store has reached `revision`, or after `timeoutMs` of its clock; true if it was reached. */
  waitFor(revision: number, timeoutMs: number): Promise<boolean>
  /**
   * Resolves when reads include everything committed before the call by any writer; rejects with `unreachable`. Absent if this store is
   * the only writer: its reads are always fresh.
   */
  fresh?(): Promise<void>
  /** Drops history needed only for reads below `revision`. */
  compact(revision: number): void
  /** How long history is kept; set it higher for time travel. */
  setHistoryWindow(ms: number): void
  /**
   * Subscribes to the medium's health: called with the error of a failed write, a full disk or a lost database, and with `undefined` on
   * recovery.
   */
  onHealthChange(listener: (error: StoreError | undefined) => void): () => void
  /** Whether committed data survives the process. */
  readonly durable: boolean
  /** Why the medium accepts no writes at present, or undefined. The readiness check reports it. */
  fault(): StoreError | undefined
  close(): Promise<void>
}

/** Why a store can't be opened or written. */
export type StoreErrorCode =
  | 'quota-exceeded'
  | 'blocked'
  | 'unreadable'
  | 'closed'
  | 'write-failed'
  | 'unreachable' // the medium is a remote service that does not answer; fresh reads fail too
  | 'too-large' // the value exceeds the medium's size limit

/** The store can't be opened or written; the message says why. */
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
/** Another write was first: the key is no longer at the expected revision. */
export class RevisionMismatch extends Error {
  override readonly name = 'RevisionMismatch'
  /** `current` is the key's present revision and value; undefined if it does not exist. */
  constructor(
    readonly key: string,
    readonly current: Entry | undefined,
  ) {
    super(`the entry at ${key} is not at the expected revision`)
  }
}
/** Another server changed entries that this write depended on. */
export class Disturbed extends Error {
  override readonly name = 'Disturbed'
}
/** The requested revision is older than the history. */
export class Compacted extends Error {
  override readonly name = 'Compacted'
  constructor(
    readonly revision: number,
    readonly compactedRevision: number,
  ) {
    super(`revision ${revision} is older than the retained history (${compactedRevision})`)
  }
}
/** The requested revision does not exist yet. */
export class FutureRevision extends Error {
  override readonly name = 'FutureRevision'
  constructor(
    readonly revision: number,
    readonly current: number,
  ) {
    super(`revision ${revision} is newer than the store (${current})`)
  }
}
