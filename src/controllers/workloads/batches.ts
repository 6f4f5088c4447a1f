import { nextTurn } from '../../machinery/turn'

/** Limits the load on the server: requests of others have their turn between batches, so a batch takes only a few milliseconds. */
const LARGEST = 4

/**
 * Runs `count` tasks in batches of one, two, four and so on, each after the one before: if the server refuses them, it gets only a few
 * requests rather than hundreds. Rejects with the first error of a batch, once the whole batch is done.
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
    if (done < count) await nextTurn()
  }
}
