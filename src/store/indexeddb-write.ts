import { type StoreNames, unwrap } from 'idb'
import type { Durability } from './medium'
import { askFence } from './indexeddb-fence'
import type { Database, Schema } from './indexeddb-schema'

/** Another opening of the same database now owns it: nothing was written. */
export class FencedOff extends Error {
  override readonly name = 'FencedOff'
}

/** Options of one transaction that writes. */
export interface DatabaseWriteOptions {
  readonly stores: readonly Exclude<StoreNames<Schema>, 'fences'>[]
  /** Epoch of the writing opening (see indexeddb-fence.ts). */
  readonly epoch: number
  readonly durability?: Durability
}

/**
 * Runs a write transaction without a promise per step; `work` must be synchronous. Rejects with `FencedOff` if a later opening owns the
 * database.
 */
export function write(
  db: Database,
  { stores, epoch, durability = 'relaxed' }: DatabaseWriteOptions,
  work: (tx: IDBTransaction) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const tx = unwrap(db).transaction([...stores, 'fences'], 'readwrite', { durability })
    let failure: Error | undefined
    const abort = (why: Error): void => {
      failure = why
      tx.abort()
    }
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(failure ?? tx.error ?? new DOMException('the transaction was aborted', 'AbortError'))
    const run = (): void => {
      try {
        work(tx)
        // An explicit commit saves the browser a round trip to check for more requests.
        tx.commit()
      } catch (error) {
        // All or nothing: requests made before the failure must not be committed.
        abort(error instanceof Error ? error : new Error(String(error)))
      }
    }
    askFence(tx, epoch, run, () => abort(new FencedOff()))
  })
}
