import { type Clock, sleep } from '../machinery/clock'
import { arrivalKey } from './arrival'

/** The window's event once the start state of this plane is complete. */
export const ARRIVED = 'orchard:arrived'

/** The window's event once the content of a link, or why there is none, is shown. */
export const LINK_READ = 'orchard:link-read'

/** The control plane starts after this time even if the content of a link is still being read. */
const READ_MS = 3_000

/** For how long a page with the content of a link waits for somebody to open it. */
const READING_MS = 5_000

/** For how long a start state may take. One that fails never completes, and other programs must reach the plane all the same. */
const ARRIVING_MS = 60_000

const opensLink = (hash: string): boolean => /^#\/open\?/.test(hash)

/** What a page that opens knows of itself. */
interface Opening {
  /** The part of the address from `#` on. */
  readonly hash: string
  readonly events: Pick<EventTarget, 'addEventListener'>
  readonly clock: Clock
}

const happened = (events: Opening['events'], name: string): Promise<void> =>
  new Promise((resolve) => events.addEventListener(name, () => resolve(), { once: true }))

/**
 * When the control plane of a page starts. The content of a link needs none and opens in another plane, so showing it comes first.
 * Undefined for at once.
 */
export const linkRead = ({ hash, events, clock }: Opening): Promise<void> | undefined =>
  opensLink(hash) ? Promise.race([happened(events, LINK_READ), sleep(clock, READ_MS)]) : undefined

/**
 * Resolves once the page has shown what its address asks for, and has the network and the processor for other work: when the start state
 * of its plane is complete, or when the content of a link has been there for some time. Waits for a minute at most.
 */
export async function shownFirst({
  storage,
  hash,
  events,
  clock,
}: Opening & { readonly storage: Pick<Storage, 'getItem'> }): Promise<void> {
  if (storage.getItem(arrivalKey()) !== null)
    return Promise.race([happened(events, ARRIVED), sleep(clock, ARRIVING_MS)])
  if (opensLink(hash)) await sleep(clock, READING_MS)
}
