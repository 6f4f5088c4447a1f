import type { Clock } from '../machinery/clock'
import { linkName, type SiteMessage } from './page-protocol'
import type { PortClient } from './port-client'
import { type ClientMessage, type ServerMessage } from './port-protocol'
import { broadcastWire, type Wire } from './wire'

/** After this time without an answer to a new page the owner is considered busy, and is asked again. */
export const ASK_AGAIN_MS = 5_000
const ASK_AT_MOST_MS = 20_000

/** How a page asks the other pages of its site for the owner. */
export interface OwnerSearchOptions {
  readonly clock: Clock
  /** Name of the site's channel. */
  readonly site: string
  readonly channel: Pick<BroadcastChannel, 'postMessage'>
  readonly clientOf: (wire: Wire<ClientMessage, ServerMessage>) => PortClient
  readonly found: (client: PortClient) => void
  /** The owner has not answered: there may be none. */
  readonly unanswered: () => void
}

/**
 * Asks for the owner on the site's channel; the owner answers on a channel of its own. A new owner announces itself, but an owner may also
 * receive the question and die before it answers: so the question is repeated until there is an answer.
 */
export class OwnerSearch {
  #candidate: PortClient | undefined
  #stop: () => void = () => undefined

  constructor(private readonly options: OwnerSearchOptions) {}

  /** Starts a search, unless one is running. */
  begin(): void {
    if (this.#candidate) return
    const { site, clientOf, found } = this.options
    const link = crypto.randomUUID()
    const candidate = (this.#candidate = clientOf(broadcastWire(linkName(site, link), 'client')))
    candidate.welcome.then(
      () => {
        if (this.#candidate !== candidate) return candidate.close()
        this.#candidate = undefined
        this.#stop()
        found(candidate)
      },
      () => {
        if (this.#candidate === candidate) this.end()
      },
    )
    this.#ask(link, ASK_AGAIN_MS)
  }

  /** Ends the search: the owner that was asked will not answer any more. */
  end(): void {
    const candidate = this.#candidate
    this.#candidate = undefined
    this.#stop()
    candidate?.close()
  }

  #ask(link: string, wait: number): void {
    const { clock, channel, unanswered } = this.options
    channel.postMessage({ type: 'seek', link } satisfies SiteMessage)
    this.#stop = clock.setTimer(wait, () => {
      unanswered()
      // The callback may have ended the search.
      if (this.#candidate) this.#ask(link, Math.min(wait * 2, ASK_AT_MOST_MS))
    })
  }
}
