import type { Entry, StoreError, StoreEvent } from './store'

/** Durability of a write before it is answered: `strict` waits for the disk, `relaxed` for the browser and operating system. */
export type Durability = 'relaxed' | 'strict'

/** Media for a page's store. */
export type StoreMedium = 'indexeddb' | 'files' | 'memory'

/** The changes of one transaction, in revision order. */
export interface Batch {
  readonly events: readonly StoreEvent[]
  /** Commit time, by the injected clock. */
  readonly at: number
  /** History up to this revision is no longer needed; a medium may drop it at any time. */
  readonly compactedRevision: number
}

/** State that a medium returns when opened. */
export interface Loaded {
  /** State at `revision`, in any order. */
  readonly entries: readonly Entry[]
  readonly revision: number
  readonly compactedRevision: number
  /** Changes after `revision`, oldest first. */
  readonly batches: readonly { readonly at: number; readonly changes: readonly Change[] }[]
}

/** A change as a medium stores it; the replaced value follows from the order. */
export interface Change {
  readonly revision: number
  readonly key: string
  /** Absent for a deletion. */
  readonly value?: unknown
}

/** Storage for committed changes. The engine calls `append` only after the previous call has settled. */
export interface Medium {
  readonly durable: boolean
  /**
   * Stores the whole batch or nothing; rejects with a `StoreError`. Resolves to a remaining fault if the medium could store only this
   * batch, such as a deletion on a full disk. A synchronous medium returns undefined.
   */
  append(batch: Batch): Promise<StoreError | undefined> | undefined
  close(): Promise<void>
  /** Calls the listener when the medium is lost between writes, and with `undefined` when it is back. */
  onHealthChange(listener: (error: StoreError | undefined) => void): void
}
