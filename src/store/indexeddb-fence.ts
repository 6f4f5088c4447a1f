import type { Database } from './indexeddb-schema'

/*
 * Write fencing. Each opening of the store takes an epoch and fences off the previous one with a key in `fences`. Every write transaction
 * first asks for its own epoch's key, and writes only if there is none. So an owner that was suspended while another took over can't
 * write any more, and everything it wrote before is read by its successor. To add the key and delete it again would need no answer
 * before the writes, but two more changes to a file, which take longer; and nothing can be added on a full disk.
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

/** Reads the fence of an epoch in a write transaction, then runs the work or refuses it. */
export function askFence(tx: IDBTransaction, epoch: number, pass: () => void, refuse: () => void): void {
  const fence = tx.objectStore('fences').getKey(epoch)
  fence.onsuccess = () => (fence.result === undefined ? pass() : refuse())
}
