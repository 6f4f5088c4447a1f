import { type Clock, sleep } from '../machinery/clock'
import { arrivalKey } from './arrival'
import { showsLink } from './link-plane'

/** The window's event once the start state of this plane is complete. */
export const ARRIVED = 'orchard:arrived'

/** How long a page with the content of a link waits to be opened. */
const READING_MS = 5_000

/**
 * How long a start state may take. A failed one never completes, and other programs must reach the plane nevertheless.
 */
const ARRIVING_MS = 60_000

/**
 * Resolves once the page has shown what its address asks for, and has the network and the processor for other work: when the start state
 * of its plane is complete, or when the content of a link has been there for some time. Waits for a minute at most.
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
  if (showsLink({ hash })) await sleep(clock, READING_MS)
  if (storage.getItem(arrivalKey()) !== null)
    await Promise.race([
      new Promise<void>((resolve) => events.addEventListener(ARRIVED, () => resolve(), { once: true })),
      sleep(clock, ARRIVING_MS),
    ])
}
