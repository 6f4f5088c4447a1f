import type { LoggedBatch, LoggedChange } from './records'

// Folding takes a transaction of its own, so wait for enough batches; limit each fold, so that no writer waits long.
const FOLD_FROM = 32
const FOLD_AT_MOST = 512

/** Number of batches at the front of the log that history no longer needs; 0 while there are fewer than `from`. */
export function foldable(unfolded: readonly LoggedBatch[], compactedRevision: number, from = FOLD_FROM): number {
  let ready = 0
  while (ready < FOLD_AT_MOST && (unfolded[ready]?.last ?? Infinity) <= compactedRevision) ready++
  return ready < from ? 0 : ready
}

/** The last change of each key. */
export function newestChanges(part: readonly LoggedBatch[]): Iterable<LoggedChange> {
  const newest = new Map<string, LoggedChange>()
  for (const { changes } of part) for (const change of changes) newest.set(change.key, change)
  return newest.values()
}
