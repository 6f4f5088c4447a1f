import { headersOfLines } from '../machinery/header-lines'
import { messageOf } from '../machinery/message-of'
import { InMemoryRequest } from '../machinery/in-memory-request'
import type { ProvenCertificates } from './key-proofs'
import { sendAnswer } from './port-answer'
import type { Exchange, PostMessage } from './port-exchange'
import { type ClientMessage, WINDOW } from './port-protocol'
import type { RecentWrites } from './recent-writes'
import { SharedChunks } from './shared-chunks'

/** How requests over a port are answered. */
export interface ExchangeOptions {
  /** `as` is what the client claims, `proven` the certificates that it has proven. Rejects only if the request's signal aborts. */
  fetch(request: Request, as: unknown, proven: ProvenCertificates): Promise<Response>
  /** Remembers the writes of service workers, for all ports of an owner. */
  readonly writes?: RecentWrites
  /** Longer contents are sent in parts, under flow control; if absent, contents are sent whole whatever their length. */
  readonly wholeLength?: number
}

type RequestMessage = Extract<ClientMessage, { type: 'request' }>

/** The requests of one client that are being answered. */
export interface Exchanges {
  /** Answers a request; resolves when the whole answer, or the error, is sent. */
  serve(message: RequestMessage): Promise<void>
  abort(id: number): void
  /** The client has consumed this many bytes: as many more may be sent. */
  credit(id: number, bytes: number): void
  /** Aborts all requests, except writes that are completed although their connection is lost. */
  end(): void
}

/** Handles requests of a client that has proven `proven`; `post` sends it a message. */
export function portExchanges(options: ExchangeOptions, proven: ProvenCertificates, post: PostMessage): Exchanges {
  const exchanges = new Map<number, Exchange>()
  const { wholeLength } = options
  const answers = { post, pushed: new SharedChunks(post), ...(wholeLength !== undefined && { wholeLength }) }
  return {
    async serve(message) {
      const { id, source } = message
      const { writes } = options
      const outlives = source !== undefined && writes !== undefined
      const exchange: Exchange = { id, abort: new AbortController(), outlives, credit: WINDOW, wake: undefined }
      exchanges.set(id, exchange)
      try {
        const { signal } = exchange.abort
        const request = requestOf(message, signal)
        const work = (): Promise<Response> => options.fetch(request, message.as, proven)
        const response = source && writes ? await writes.once(source, contentKey(message), work) : await work()
        if (signal.aborted) await response.body?.cancel(signal.reason)
        else await sendAnswer(exchange, response, answers)
      } catch (error) {
        post({ type: 'error', id, message: messageOf(error) })
      } finally {
        exchanges.delete(id)
      }
    },
    abort(id) {
      exchanges.get(id)?.abort.abort(new DOMException('the client went away', 'AbortError'))
    },
    credit(id, bytes) {
      const exchange = exchanges.get(id)
      if (!exchange) return
      exchange.credit += bytes
      exchange.wake?.()
      exchange.wake = undefined
    },
    end() {
      for (const { abort, outlives } of exchanges.values())
        if (!outlives) abort.abort(new DOMException('the connection was closed', 'AbortError'))
    },
  }
}

const requestOf = ({ method, url, headers, lines, body }: RequestMessage, signal: AbortSignal): InMemoryRequest =>
  new InMemoryRequest(url, {
    method,
    headers: lines ? headersOfLines(headers.flat()) : new Headers(headers as [string, string][]),
    signal,
    ...(body && { content: typeof body === 'string' ? body : new Uint8Array(body) }),
  })

/** A key for the content of a request, equal if the request is repeated. */
function contentKey({ method, url, headers, body, as }: RequestMessage): string {
  const bytes = typeof body === 'object' ? new TextDecoder('latin1').decode(body) : (body ?? '')
  return JSON.stringify([method, url, headers, as, bytes])
}
