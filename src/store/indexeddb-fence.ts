import { FENCE } from './indexeddb-records'
import type { Database } from './indexeddb-schema'

/*
 * Write fencing. Batches in the log are numbered without gaps. Each opening takes the next number for a fence, a record without changes, and
 * numbers its batches from there. An owner that was suspended while another took over would write its next batch under the number of that
 * fence or of a later record. It *adds* batches, which the browser refuses if the number is taken, so its transaction fails without a
 * question before it. Everything it wrote earlier is read by its successor. Two rules keep numbers from being used twice: fences are
 * never folded, and neither is the newest batch. Transactions that add no batch ask for later fences first; `fences` lists them.
 */

/** Number of fences kept; an owner suspended for longer has lost its lock, too. */
const FENCES_KEPT = 1_000
const NUMBERS = (): IDBKeyRange => IDBKeyRange.upperBound(Number.MAX_SAFE_INTEGER)

/** One opening's place in the log. */
export interface Turn {
  /** The number of its fence. */
  readonly fence: number
  /** The number of its first batch. */
  readonly next: number
}

/**
 * Fences off the previous owner; resolves once nobody else can write. If there is no space for a fence, the previous one is reused: the
 * numbers still tell two owners apart once one of them has written. `onFull` gets the browser's error in that case.
 */
export async function takeOver(db: Database, onFull: (error: DOMException) => void): Promise<Turn> {
  const tx = db.transaction(['log', 'fences'], 'readwrite')
  const [log, fences] = [tx.objectStore('log'), tx.objectStore('fences')]
  const [newest, latest, kept] = await Promise.all([
    log.openKeyCursor(NUMBERS(), 'prev'),
    fences.openKeyCursor(NUMBERS(), 'prev'),
    fences.count(),
  ])
  const before = latest?.key ?? 0
  const number = Math.max(newest?.key ?? 0, before) + 1
  try {
    const outdated = kept < FENCES_KEPT ? [] : await fences.getAllKeys(NUMBERS(), kept + 1 - FENCES_KEPT)
    await Promise.all([
      log.add(FENCE, number),
      fences.add(true, number),
      ...outdated.flatMap((fence) => [log.delete(fence), fences.delete(fence)]),
      tx.done,
    ])
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
    onFull(error)
    return { fence: before, next: number }
  }
  return { fence: number, next: number + 1 }
}

/** Reads the fences in a write transaction, then runs the work with their numbers, or refuses it if there is one after `own`. */
export function askFences(
  tx: IDBTransaction,
  own: number,
  pass: (fences: readonly number[]) => void,
  refuse: () => void,
): void {
  const request = tx.objectStore('fences').getAllKeys(NUMBERS())
  request.onsuccess = () => {
    const fences = request.result as number[]
    if ((fences.at(-1) ?? own) > own) refuse()
    else pass(fences)
  }
}
