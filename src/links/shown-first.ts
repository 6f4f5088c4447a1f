import { type Clock, sleep } from '../machinery/clock'
import { arrivalKey } from './arrival'

/** The window's event once the start state of this plane is complete. */
export const ARRIVED = 'orchard:arrived'

/** For how long a page with the content of a link waits for somebody to open it. */
const READING_MS = 5_000

/**
 * Resolves once the page has shown what its address asks for, and has the network and the processor for other work: when the start state
 * of its plane is complete, or when the content of a link has been there for some time.
 */
export async function shownFirst({
  storage,
  hash,
  events,
  clock,
}: {
  readonly storage: Pick<Storage, 'getItem'>
  /** The part of the address from `#` on. */
  readonly hash: string
  readonly events: Pick<EventTarget, 'addEventListener'>
  readonly clock: Clock
}): Promise<void> {
  if (storage.getItem(arrivalKey()) !== null)
    return new Promise((resolve) => events.addEventListener(ARRIVED, () => resolve(), { once: true }))
  if (/^#\/open\?/.test(hash)) await sleep(clock, READING_MS)
}
