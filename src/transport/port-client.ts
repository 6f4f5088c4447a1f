import type { Clock } from '../machinery/clock'
import type { Sendable } from '../machinery/in-memory-request'
import { ConnectionLost } from './connection-lost'
import { Heartbeat } from './heartbeat'
import { PendingCalls } from './pending-calls'
import { PendingExchanges } from './pending-exchanges'
import type { CallMessage, ClientMessage, ServerMessage, ServerState } from './port-protocol'
import type { WriteSource } from './recent-writes'
import { bodyOf, requestMessage } from './request-message'
import type { Wire } from './wire'

/** What a port client calls when the server sends something unasked, or falls silent. */
export interface PortClientOptions {
  readonly clock: Clock
  /** User agent of requests that have none: a browser adds its own only to requests that go to the network. */
  readonly userAgent?: string
  onEvent?(name: string, payload: unknown): void
  /** Called with the first message and whenever the server's state changes. */
  onState?(state: ServerState): void
  /** Called when the server has not answered a ping, and when it responds again. */
  onSilent?(silent: boolean): void
  /** Called once when the other end is gone or leaves. */
  onLost?(error: ConnectionLost): void
}

/** Sends requests to the server at the other end of a wire. */
export class PortClient {
  readonly #exchanges: PendingExchanges
  readonly #calls: PendingCalls
  /** Resolves with the server's first message; rejects with `ConnectionLost`. */
  readonly welcome: Promise<ServerState>
  #welcomed: { resolve: (state: ServerState) => void; reject: (error: Error) => void } | undefined
  #count = 0
  #lost: ConnectionLost | undefined
  readonly #heartbeat: Heartbeat

  constructor(
    private readonly wire: Wire<ClientMessage, ServerMessage>,
    private readonly options: PortClientOptions,
  ) {
    this.welcome = new Promise((resolve, reject) => (this.#welcomed = { resolve, reject }))
    this.welcome.catch(() => undefined) // callers that await it see the error; it may have none
    this.#exchanges = new PendingExchanges((message, moved) => wire.post(message, moved))
    this.#calls = new PendingCalls((message, moved) => wire.post(message, moved))
    this.#heartbeat = new Heartbeat({
      clock: options.clock,
      pending: () => this.#exchanges.size > 0 || this.#calls.size > 0,
      ping: () => this.wire.post({ type: 'ping' }),
      silent: (silent) => this.options.onSilent?.(silent),
      dead: () => this.#lose('the control plane does not answer'),
    })
    wire.listen(
      (message) => this.#take(message),
      () => this.#lose('the connection was closed', true),
    )
  }

  get lost(): ConnectionLost | undefined {
    return this.#lost
  }

  /**
   * Sends a request on behalf of `as`. Rejects with the signal's reason if it aborts and with `ConnectionLost` if the server is gone. If
   * the server dies, an idle stream ends, and one that is interrupted fails.
   */
  async fetch(request: Sendable, as: unknown, source?: WriteSource): Promise<Response> {
    const { method, signal } = request
    signal.throwIfAborted()
    const body = method === 'GET' || method === 'HEAD' ? undefined : await bodyOf(request)
    signal.throwIfAborted()
    if (this.#lost) throw this.#lost
    const message = requestMessage(request, { body, as, userAgent: this.options.userAgent, source })
    const id = ++this.#count
    const response = this.#exchanges.send({ ...message, id }, typeof body === 'object' ? [body] : [], signal)
    this.#heartbeat.start()
    return response
  }

  /** Confirms that the answer to a write has reached its client. */
  confirm({ id }: WriteSource): void {
    if (!this.#lost) this.wire.post({ type: 'received', write: id })
  }

  control(name: string, args: unknown): Promise<unknown> {
    return this.#call({ type: 'control', id: 0, name, args })
  }

  /** Registers a certificate chain (DER, leaf first) by proving possession of its key; resolves with the id to send requests as. */
  async identify(chain: readonly Uint8Array[], key: CryptoKey): Promise<string> {
    return (await this.#call({ type: 'identify', id: 0, chain }, key)) as string
  }

  /** Leaves; everything pending fails with `ConnectionLost`. */
  close(): void {
    if (this.#lost) return
    this.wire.post({ type: 'bye' })
    this.#lose('the connection was closed')
  }

  #call(message: CallMessage, key?: CryptoKey): Promise<unknown> {
    if (this.#lost) return Promise.reject(this.#lost)
    const result = this.#calls.send({ ...message, id: ++this.#count }, key)
    this.#heartbeat.start()
    return result
  }

  #take(message: ServerMessage): void {
    this.#heartbeat.received()
    switch (message.type) {
      case 'welcome':
        this.#welcomed?.resolve(message.state)
        return this.options.onState?.(message.state)
      case 'head':
        return this.#exchanges.begin(message)
      case 'chunk':
        return this.#exchanges.push(message)
      case 'end':
        return this.#exchanges.end(message.id)
      case 'error':
        return this.#exchanges.fail(message.id, new Error(message.message))
      case 'result':
        return this.#calls.settle(message.id, message.value)
      case 'failure':
        return this.#calls.fail(message.id, new Error(message.message))
      case 'challenge':
        return this.#calls.prove(message.id, message.nonce)
      case 'event':
        return this.options.onEvent?.(message.name, message.payload)
      case 'closing':
        return this.#lose('the control plane moved or stopped')
      case 'ping':
        return this.wire.post({ type: 'pong' })
      case 'pong':
        return
    }
  }

  #lose(message: string, gone = false): void {
    if (this.#lost) return
    const error = (this.#lost = new ConnectionLost(message, gone))
    this.#heartbeat.stop()
    this.wire.close()
    this.#welcomed?.reject(error)
    this.#exchanges.cutAll(error)
    this.#calls.failAll(error)
    this.options.onLost?.(error)
  }
}
