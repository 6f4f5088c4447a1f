import type { Database } from './indexeddb-schema'

/*
 * Who may write. Each opening of the store has a number, its epoch, and puts up a fence for the one before: a key in `fences`.
 * Whoever writes adds its own key there and deletes it in the same transaction; where the fence stands, the addition fails and
 * the transaction with it. So an owner that stood still while another took over writes nothing more, and what it wrote before
 * is read by the next. It costs no round trip: nobody has to wait for the answer to a question.
 */

/** So many fences are kept; an owner that stood still for longer has lost its lock, too. */
const FENCES_KEPT = 1_000
const NUMBERS = (): IDBKeyRange => IDBKeyRange.upperBound(Number.MAX_SAFE_INTEGER)

/**
 * Shuts out whoever opened the database before; resolves with the epoch of this opening once nobody else can write. Where the
 * browser gives no space for a fence, the epoch before goes on: almost nothing can be written then, and losing the lock stops
 * its owner all the same.
 */
export async function takeEpoch(db: Database): Promise<number> {
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
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return before
    throw error
  }
  return before + 1
}

/** Makes the transaction fail with a `ConstraintError` where a later opening has fenced off this one. */
export function passFence(tx: IDBTransaction, epoch: number): void {
  const fences = tx.objectStore('fences')
  fences.add(true, epoch)
  fences.delete(epoch)
}

/** The same for a transaction that must not add anything, on a full disk: asks, and only then does the work. */
export function askFence(tx: IDBTransaction, epoch: number, pass: () => void, refuse: () => void): void {
  const fence = tx.objectStore('fences').getKey(epoch)
  fence.onsuccess = () => (fence.result === undefined ? pass() : refuse())
}
