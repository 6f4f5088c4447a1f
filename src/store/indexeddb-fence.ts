import type { Database } from './indexeddb-schema'

/*
 * Write fencing. Each opening of the store takes an epoch and fences off the previous one with a key in `fences`. Every write transaction
 * adds its own epoch's key and deletes it again; if a fence exists, the add fails and with it the transaction. So an owner that was
 * suspended while another took over can't write any more, and everything it wrote before is read by its successor. This costs no extra
 * round trip.
 */

/** Number of fences kept; an owner suspended for longer has lost its lock, too. */
const FENCES_KEPT = 1_000
const NUMBERS = (): IDBKeyRange => IDBKeyRange.upperBound(Number.MAX_SAFE_INTEGER)

/**
 * Fences off the previous owner; resolves to the epoch of this opening once nobody else can write. If there is no space for a fence, the
 * previous epoch is reused: almost nothing can be written then, and losing the lock still stops that owner. `onFull` gets
 * the browser's error in that case.
 */
export async function takeEpoch(db: Database, onFull: (error: DOMException) => void): Promise<number> {
  const tx = db.transaction('fences', 'readwrite')
  const last = await tx.store.openKeyCursor(NUMBERS(), 'prev')
  const before = (last?.key ?? 0) + 1
  try {
    await Promise.all([
      tx.store.add(true, before),
      tx.store.delete(IDBKeyRange.upperBound(before - FENCES_KEPT)),
      tx.done,
    ])
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
    onFull(error)
    return before
  }
  return before + 1
}

/** Makes the transaction fail with a `ConstraintError` if a later opening has fenced this one off. */
export function passFence(tx: IDBTransaction, epoch: number): void {
  const fences = tx.objectStore('fences')
  fences.add(true, epoch)
  fences.delete(epoch)
}

/** Like `passFence`, for a transaction that can't add anything on a full disk: reads the fence first, then runs the work. */
export function askFence(tx: IDBTransaction, epoch: number, pass: () => void, refuse: () => void): void {
  const fence = tx.objectStore('fences').getKey(epoch)
  fence.onsuccess = () => (fence.result === undefined ? pass() : refuse())
}
