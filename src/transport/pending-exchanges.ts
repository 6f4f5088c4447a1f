import { bytesOf } from '../machinery/in-memory-body'
import { InMemoryResponse } from '../machinery/in-memory-response'
import { pushedResponse } from '../machinery/pushed-stream'
import { BodyInbox } from './body-inbox'
import type { ClientMessage, ServerMessage } from './port-protocol'

type RequestMessage = Extract<ClientMessage, { type: 'request' }>
type Head = Extract<ServerMessage, { type: 'head' }>
type Chunk = Extract<ServerMessage, { type: 'chunk' }>

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
  begin({ id, status, statusText, headers, body: sent, complete, resting, pushed }: Head): void {
    const exchange = this.#exchanges.get(id)
    if (!exchange) return
    const init = { status, statusText, headers: headers as [string, string][] }
    const content = typeof sent === 'string' ? sent : new Uint8Array(sent ?? new ArrayBuffer(0))
    if (complete) {
      this.#finish(id)
      const hasNoBody = status === 204 || status === 205 || status === 304
      return exchange.resolve(hasNoBody ? new Response(null, init) : new InMemoryResponse(content, init))
    }
    const body = (exchange.body = new BodyInbox(
      (bytes) => this.#exchanges.has(id) && this.post({ type: 'credit', id, bytes }, []),
      () => {
        if (this.#finish(id)) this.post({ type: 'abort', id }, [])
      },
    ))
    body.push(bytesOf(content), resting)
    exchange.resolve(pushed ? pushedResponse(body.stream, init) : new Response(body.stream.readable(), init))
  }

  /** More of some bodies has arrived; `resting` if the server has nothing further to send now. */
  push({ ids, bytes, resting }: Chunk): void {
    const chunk = new Uint8Array(bytes)
    for (const id of ids) this.#exchanges.get(id)?.body?.push(chunk, resting)
  }

  /** A body is complete. */
  end(id: number): void {
    this.#finish(id)?.body?.end()
  }

  /** The request failed, or its response broke off. */
  fail(id: number, error: Error): void {
    const exchange = this.#finish(id)
    if (exchange?.body) exchange.body.end(error)
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
