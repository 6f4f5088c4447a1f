import type { Clock } from '../machinery/clock'
import type { Sendable } from '../machinery/in-memory-request'
import { messageOf } from '../machinery/message-of'
import { SAFE_METHODS } from '../machinery/safe-methods'
import type { WriteSource } from './recent-writes'
import type { PortClient } from './port-client'
import { ConnectionLost } from './connection-lost'

/** No tab owns the control plane, or its owner can't be reached. */
export class NoOwner extends Error {
  override readonly name = 'NoOwner'
}

/** The message of the 503 for each kind of failure. */
export function unansweredMessage(error: unknown): string {
  const message = messageOf(error)
  return error instanceof ConnectionLost
    ? `${message} while the request was under way, so it may have been done: look before it is sent again`
    : message
}

/** How a page finds its owner, and how long requests wait for one. */
export interface OwnerLinkOptions {
  readonly clock: Clock
  /** How long a request waits for an owner. */
  readonly patienceMs: number
  /** Starts the search for an owner, which is passed to `use`. Called whenever a request waits and no owner is known. */
  seek(): void
  /** Why there is no owner, for requests that waited in vain. */
  readonly absent?: () => Promise<string | undefined>
}

/** The connection to the current owner of the control plane. */
export class OwnerLink {
  #client: PortClient | undefined
  readonly #waiting = new Set<(client: PortClient) => void>()

  constructor(private readonly options: OwnerLinkOptions) {}

  get client(): PortClient | undefined {
    return this.#client?.lost ? undefined : this.#client
  }

  /** Sends everything through this client from now on. */
  use(client: PortClient): void {
    const before = this.#client
    this.#client = client
    if (before && before !== client) before.close()
    for (const go of [...this.#waiting]) go(client)
  }

  /** The known owner is no longer valid. */
  forget(): void {
    const before = this.#client
    this.#client = undefined
    before?.close()
  }

  /**
   * Sends a request to the owner, waiting at most `patienceMs` for one if there is none. `as` is called once for each connection that is
   * tried. Rejects with `NoOwner` if none is found in time, with `ConnectionLost` if the owner died during the request, and with the
   * signal's reason.
   */
  async fetch(
    request: Sendable,
    as: (client: PortClient) => unknown,
    source?: WriteSource,
    patienceMs = this.options.patienceMs,
  ): Promise<Response> {
    for (;;) {
      const client = await this.reach(request.signal, patienceMs)
      try {
        return await client.fetch(request, await as(client), source)
      } catch (error) {
        // A lost connection may or may not have performed a request: only safe methods are sent again.
        if (!(error instanceof ConnectionLost) || !SAFE_METHODS.has(request.method)) throw error
        if (this.#client === client) this.#client = undefined
      }
    }
  }

  /** The owner; rejects with `NoOwner` if none is found within `patienceMs`, and with the signal's reason. */
  reach(signal?: AbortSignal, patienceMs = this.options.patienceMs): Promise<PortClient> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    const known = this.client
    if (known) return Promise.resolve(known)
    return new Promise((resolve, reject) => {
      const end = (): void => {
        cancel()
        this.#waiting.delete(found)
        signal?.removeEventListener('abort', aborted)
      }
      const found = (client: PortClient): void => {
        end()
        resolve(client)
      }
      const aborted = (): void => {
        end()
        reject(signal?.reason as Error)
      }
      const giveUp = (): void => {
        end()
        const none = (why?: string): void => reject(new NoOwner(why ?? 'no tab of this site runs the control plane'))
        if (this.options.absent) this.options.absent().then(none, () => none())
        else none()
      }
      const cancel = patienceMs === Infinity ? () => undefined : this.options.clock.setTimer(patienceMs, giveUp)
      signal?.addEventListener('abort', aborted, { once: true })
      this.#waiting.add(found)
      this.options.seek()
    })
  }
}
