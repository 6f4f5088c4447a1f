import type { Entry, StoreError, StoreEvent } from './store'

/** What an answer to a write waits for: `strict` for the disk, `relaxed` for the browser and the operating system. */
export type Durability = 'relaxed' | 'strict'

/** Where a page's store can be kept. */
export type StoreMedium = 'indexeddb' | 'files' | 'memory'

/** The changes of one transaction, in revision order. */
export interface Batch {
  readonly events: readonly StoreEvent[]
  /** When they were made, by the clock handed in. */
  readonly at: number
  /** History up to here need not be kept; a medium may forget it when it likes. */
  readonly compactedRevision: number
}

/** What a medium gives back at the start. */
export interface Loaded {
  /** State at `revision`, in any order. */
  readonly entries: readonly Entry[]
  readonly revision: number
  readonly compactedRevision: number
  /** Changes after `revision`, oldest first. */
  readonly batches: readonly { readonly at: number; readonly changes: readonly Change[] }[]
}

/** A change as a medium keeps it: what it replaced follows from the order. */
export interface Change {
  readonly revision: number
  readonly key: string
  /** Absent for a deletion. */
  readonly value?: unknown
}

/** Where committed changes are kept. The engine calls `append` only after the one before has ended. */
export interface Medium {
  readonly durable: boolean
  /**
   * Keeps all of the batch or nothing; rejects with a `StoreError`. Resolves with what is still wrong with a medium that could
   * keep this batch only, such as a deletion on a full disk. A medium that is done at once returns nothing.
   */
  append(batch: Batch): Promise<StoreError | undefined> | undefined
  close(): Promise<void>
  /** Called when the medium is lost between writes, and with `undefined` when it is there again. */
  onHealthChange(listener: (error: StoreError | undefined) => void): void
}
