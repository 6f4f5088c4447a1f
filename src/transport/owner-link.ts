import type { Clock } from '../machinery/clock'
import type { Sendable } from '../machinery/whole-body'
import { messageOf } from '../machinery/message-of'
import type { WriteSource } from './recent-writes'
import { ConnectionLost, type PortClient } from './port-client'

/** Nobody owns the control plane, or its owner can't be reached. */
export class NoOwner extends Error {
  override readonly name = 'NoOwner'
}

/** What callers are told who get an answer for each failure. */
export function whyUnanswered(error: unknown): string {
  const message = messageOf(error)
  return error instanceof ConnectionLost
    ? `${message} while the request was under way, so it may have been done: look before it is sent again`
    : message
}

export interface OwnerLinkOptions {
  readonly clock: Clock
  /** How long a request waits for an owner. */
  readonly patienceMs: number
  /** Starts to look for an owner; what is found is handed to `use`. Called whenever somebody waits and there is none. */
  seek(): void
  /** Why there is none, for those who waited in vain. */
  readonly absent?: () => Promise<string | undefined>
}

// What a lost connection may have done or not: only requests that change nothing are sent again.
export const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The way to whoever owns the control plane at the moment. */
export class OwnerLink {
  #client: PortClient | undefined
  readonly #waiting = new Set<(client: PortClient) => void>()

  constructor(private readonly options: OwnerLinkOptions) {}

  get client(): PortClient | undefined {
    return this.#client?.lost ? undefined : this.#client
  }

  /** From now on everything goes this way. */
  use(client: PortClient): void {
    const before = this.#client
    this.#client = client
    if (before && before !== client) before.close()
    for (const go of [...this.#waiting]) go(client)
  }

  /** The owner that is known is none any more. */
  forget(): void {
    const before = this.#client
    this.#client = undefined
    before?.close()
  }

  /**
   * Sends a request to the owner, waiting for one if there is none, no longer than `patienceMs`. `as` is asked once for each way that is tried. Rejects
   * with `NoOwner` when none is found in time, with `ConnectionLost` when the owner went with the request, and with the
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
        if (!(error instanceof ConnectionLost) || !REPEATABLE.has(request.method)) throw error
        if (this.#client === client) this.#client = undefined
      }
    }
  }

  /** An owner; rejects with `NoOwner` when none is found within `patienceMs`, and with the signal's reason. */
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
