import { type StoreNames, unwrap } from 'idb'
import type { Durability } from './medium'
import { askFences } from './indexeddb-fence'
import type { Database, Schema } from './indexeddb-schema'

/** Another opening of the same database now owns it: nothing was written. */
export class FencedOff extends Error {
  override readonly name = 'FencedOff'
}

/** Options of one transaction that writes. */
export interface DatabaseWriteOptions {
  readonly stores: readonly Exclude<StoreNames<Schema>, 'fences'>[]
  /** `relaxed` when absent. */
  readonly durability?: Durability
}

/**
 * Runs a transaction that adds batches to the log, without a promise per step; `work` must be synchronous. Rejects with `FencedOff` if a
 * number of a batch is taken, which only a later opening does (see indexeddb-fence.ts).
 */
export function append(db: Database, options: DatabaseWriteOptions, work: (tx: IDBTransaction) => void): Promise<void> {
  return new Promise((resolve, reject) => begin(db, options.stores, options, { resolve, reject }).run(work))
}

/** Runs any other write transaction; `work` gets the numbers of all fences. Rejects with `FencedOff` if there is one after `own`. */
export function write(
  db: Database,
  options: DatabaseWriteOptions & { readonly own: number },
  work: (tx: IDBTransaction, fences: readonly number[]) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { tx, run, abort } = begin(db, [...options.stores, 'fences'], options, { resolve, reject })
    askFences(
      tx,
      options.own,
      (fences) => run(() => work(tx, fences)),
      () => abort(new FencedOff()),
    )
  })
}

interface Settle {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

function begin(
  db: Database,
  stores: readonly StoreNames<Schema>[],
  { durability = 'relaxed' }: DatabaseWriteOptions,
  { resolve, reject }: Settle,
) {
  const tx = unwrap(db).transaction([...stores], 'readwrite', { durability })
  let failure: Error | undefined
  const abort = (why: Error): void => {
    failure = why
    tx.abort()
  }
  tx.oncomplete = () => resolve()
  tx.onabort = () => reject(failure ?? failureOf(tx))
  const run = (work: (tx: IDBTransaction) => void): void => {
    try {
      work(tx)
      // An explicit commit saves the browser a round trip to check for more requests.
      tx.commit()
    } catch (error) {
      // All or nothing: requests made before the failure must not be committed.
      abort(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return { tx, run, abort }
}

const failureOf = ({ error }: IDBTransaction): Error =>
  error?.name === 'ConstraintError'
    ? new FencedOff()
    : (error ?? new DOMException('the transaction was aborted', 'AbortError'))
