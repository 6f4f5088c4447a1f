/** Never so many that others find the server full. */
const LARGEST = 50

/**
 * Does something `count` times in batches of one, two, four and so on, each when the one before is done: where the server refuses, it
 * has been asked a few times and not hundreds. Rejects with the first refusal of a batch once all of that batch are answered.
 */
export async function inBatches(
  count: number,
  signal: AbortSignal,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  for (let done = 0, size = 1; done < count && !signal.aborted; size = Math.min(size * 2, LARGEST)) {
    const batch = Array.from({ length: Math.min(size, count - done) }, (_, i) => work(done + i))
    done += batch.length
    const refused = (await Promise.allSettled(batch)).find((outcome) => outcome.status === 'rejected')
    if (refused) throw refused.reason
  }
}
