import type { Clock } from '../machinery/clock'
import { bytesOf, type Content } from '../machinery/in-memory-body'
import { InMemoryResponse } from '../machinery/in-memory-response'

/** The service worker that sent a write, and its client. */
export interface WriteSource {
  /** The page, frame or worker that made the request. */
  readonly client: string
  /** Changes with each start of the service worker. */
  readonly generation: string
  /** Identifies this sending of the write. */
  readonly id: string
}

interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly [string, string][]
  readonly content: Content | undefined
}

interface RecentWrite {
  source: WriteSource
  readonly answer: Promise<Answer>
  forget: () => void
}

/** A browser gives a fetch event five minutes; it repeats an event as soon as the worker is gone. */
export const KEPT_MS = 60_000

/**
 * Writes whose answer a service worker has not delivered yet. If a browser stops a service worker with a pending answer, it sends the fetch
 * event again to the next one, without marking it. So a write counts as the repetition of another one if it is equal to the byte, from the
 * same client, from a later start of the service worker, and the other one's answer was never confirmed. Each unconfirmed write is matched
 * once: two equal writes that a client sends are both performed.
 */
export class RecentWrites {
  readonly #kept = new Map<string, RecentWrite[]>()

  constructor(private readonly clock: Clock) {}

  /** The answer to the write: that of `work`, or of the same write if it is a repetition. Rejects as `work` does. */
  async once(source: WriteSource, content: string, work: () => Promise<Response>): Promise<Response> {
    const key = `${source.client}\n${content}`
    const before = this.#kept.get(key)?.find((kept) => kept.source.generation !== source.generation)
    if (before) {
      before.source = source
      return responseOf(await before.answer)
    }
    const answer = work().then(answerOf)
    const kept: RecentWrite = { source, answer, forget: () => undefined }
    const cancel = this.clock.setTimer(KEPT_MS, () => kept.forget())
    kept.forget = () => {
      cancel()
      const rest = (this.#kept.get(key) ?? []).filter((other) => other !== kept)
      if (rest.length > 0) this.#kept.set(key, rest)
      else this.#kept.delete(key)
    }
    this.#kept.set(key, [...(this.#kept.get(key) ?? []), kept])
    try {
      return responseOf(await answer)
    } catch (error) {
      kept.forget()
      throw error
    }
  }

  /** The answer to this sending has reached its client. */
  confirm(id: string): void {
    for (const all of this.#kept.values()) for (const kept of all) if (kept.source.id === id) kept.forget()
  }

  /** The number of unconfirmed writes. */
  get size(): number {
    return [...this.#kept.values()].reduce((sum, all) => sum + all.length, 0)
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, statusText } = response
  const content =
    InMemoryResponse.contentOf(response) ?? (response.body ? new Uint8Array(await response.arrayBuffer()) : undefined)
  return { status, statusText, headers: [...response.headers], content }
}

function responseOf({ status, statusText, headers, content }: Answer): Response {
  const init = { status, statusText, headers: headers as [string, string][] }
  if (typeof content === 'string') return new InMemoryResponse(content, init)
  return new Response(content && content.byteLength > 0 ? bytesOf(content) : null, init)
}
