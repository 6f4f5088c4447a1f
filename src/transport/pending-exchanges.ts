import { TextResponse } from '../machinery/text-response'
import { BodyInbox } from './body-inbox'
import type { ClientMessage, ServerMessage } from './port-protocol'

type RequestMessage = Extract<ClientMessage, { type: 'request' }>
type Head = Extract<ServerMessage, { type: 'head' }>

interface Exchange {
  readonly resolve: (response: Response) => void
  readonly reject: (error: Error) => void
  /** The response's body, once its head has arrived. */
  body?: BodyInbox
  /** Stops listening for the request's abort. */
  release: () => void
}

/** Requests to the server at the other end of a wire whose responses are not complete. */
export class PendingExchanges {
  readonly #exchanges = new Map<number, Exchange>()

  constructor(private readonly post: (message: ClientMessage, moved: ArrayBuffer[]) => void) {}

  get size(): number {
    return this.#exchanges.size
  }

  /** Sends a request and resolves with its response; rejects with the signal's reason if it aborts before. */
  send(message: RequestMessage, moved: ArrayBuffer[], signal: AbortSignal): Promise<Response> {
    const { id } = message
    return new Promise((resolve, reject) => {
      const abort = (): void => this.#abort(id, signal.reason as Error)
      signal.addEventListener('abort', abort, { once: true })
      const release = (): void => signal.removeEventListener('abort', abort)
      this.#exchanges.set(id, { resolve, reject, release })
      this.post(message, moved)
    })
  }

  /** The head of a response has arrived, with its whole body or the beginning of it. */
  begin({ id, status, statusText, headers, body, complete, resting }: Head): void {
    const exchange = this.#exchanges.get(id)
    if (!exchange) return
    const init = { status, statusText, headers: headers as [string, string][] }
    if (complete) {
      this.#finish(id)
      if (typeof body === 'string') return exchange.resolve(new TextResponse(body, init))
      const hasNoBody = status === 204 || status === 205 || status === 304
      return exchange.resolve(new Response(hasNoBody ? null : (body ?? new ArrayBuffer(0)), init))
    }
    exchange.body = new BodyInbox(
      (bytes) => this.#exchanges.has(id) && this.post({ type: 'credit', id, bytes }, []),
      () => {
        if (this.#finish(id)) this.post({ type: 'abort', id }, [])
      },
    )
    exchange.body.push(
      typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body ?? new ArrayBuffer(0)),
      resting,
    )
    exchange.resolve(new Response(exchange.body.stream, init))
  }

  /** More of a body has arrived; `resting` if the server has nothing further to send now. */
  push(id: number, bytes: ArrayBuffer, resting: boolean): void {
    this.#exchanges.get(id)?.body?.push(new Uint8Array(bytes), resting)
  }

  /** A body is complete. */
  end(id: number): void {
    this.#finish(id)?.body?.end()
  }

  /** The request failed, or its response broke off. */
  fail(id: number, error: Error): void {
    const exchange = this.#finish(id)
    if (exchange?.body) exchange.body.fail(error)
    else exchange?.reject(error)
  }

  /** The server is gone: idle bodies end, everything else fails. */
  cutAll(error: Error): void {
    for (const id of [...this.#exchanges.keys()]) {
      const exchange = this.#finish(id)
      if (exchange?.body) exchange.body.cut(error)
      else exchange?.reject(error)
    }
  }

  #abort(id: number, reason: Error): void {
    if (!this.#exchanges.has(id)) return
    this.post({ type: 'abort', id }, [])
    this.fail(id, reason)
  }

  #finish(id: number): Exchange | undefined {
    const exchange = this.#exchanges.get(id)
    this.#exchanges.delete(id)
    exchange?.release()
    return exchange
  }
}
