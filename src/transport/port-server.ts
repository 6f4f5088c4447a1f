import type { Clock } from '../machinery/clock'
import { headersOfLines } from '../machinery/header-lines'
import { TextResponse, WholeRequest } from '../machinery/whole-body'
import { messageOf } from '../machinery/message-of'
import { gather } from './gather'
import { type ClientMessage, SILENT_CLIENT_MS, type ServerMessage, type ServerState, WINDOW } from './port-protocol'
import type { RecentWrites } from './recent-writes'
import type { Wire } from './wire'

/** Certificate chains whose keys the client has proven to hold, by the id it was told. */
export type ProvenCertificates = ReadonlyMap<string, readonly Uint8Array[]>

export interface PortServerOptions {
  readonly clock: Clock
  /** `as` is what the client said, `proven` what it has shown. Rejects only when the request's signal aborts. */
  fetch(request: Request, as: unknown, proven: ProvenCertificates): Promise<Response>
  control(name: string, args: unknown): Promise<unknown>
  state(): ServerState
  /** Random bytes of a challenge. */
  nonce(): ArrayBuffer
  /** Remembers the writes of service workers, for all ports of an owner. */
  readonly writes?: RecentWrites
  /** Longer texts go in parts, under flow control; without it, a text goes as a whole however long it is. */
  readonly wholeTextChars?: number
  /** Whether the key of the certificate (DER) made the signature over the challenge's text. */
  verifyProof(certificate: Uint8Array, nonce: ArrayBuffer, signature: ArrayBuffer): Promise<boolean>
}

export interface PortServer {
  /** Tells the client that the server's state changed. */
  update(): void
  emit(name: string, payload: unknown): void
  /** Ends open streams, says good-bye and closes the wire. */
  close(): void
}

interface Exchange {
  readonly abort: AbortController
  /** A write that is finished though its way is gone: its answer may be asked for on another one. */
  readonly outlives: boolean
  /** Bytes that may still be sent. */
  credit: number
  wake: (() => void) | undefined
}

/** Serves a function over a wire. `onClose` is called once, whoever ends it. */
export function servePort(
  wire: Wire<ServerMessage, ClientMessage>,
  options: PortServerOptions,
  onClose: () => void = () => undefined,
): PortServer {
  const { clock } = options
  const exchanges = new Map<number, Exchange>()
  const challenges = new Map<number, { chain: readonly Uint8Array[]; nonce: ArrayBuffer }>()
  const proven = new Map<string, readonly Uint8Array[]>()
  let heard = clock.steady()
  /** A silent client was asked whether it is there, and has not answered. */
  let asked = false
  let open = true
  let cancelWatch: () => void = () => undefined

  function end(): void {
    if (!open) return
    open = false
    cancelWatch()
    for (const { abort, outlives } of exchanges.values())
      if (!outlives) abort.abort(new DOMException('the connection was closed', 'AbortError'))
    wire.close()
    onClose()
  }

  function close(): void {
    if (!open) return
    wire.post({ type: 'closing' })
    end()
  }

  function watchForSilence(): void {
    cancelWatch = clock.setTimer(SILENT_CLIENT_MS, () => {
      if (asked) return close()
      asked = clock.steady() - heard >= SILENT_CLIENT_MS
      if (asked) post({ type: 'ping' })
      watchForSilence()
    })
  }

  const post = (message: ServerMessage, transfer?: ArrayBuffer[]): void => {
    if (open) wire.post(message, transfer)
  }

  function answer(id: number, work: () => Promise<unknown>): void {
    Promise.resolve()
      .then(work)
      .then(
        (value) => post({ type: 'result', id, value }),
        (error: unknown) => post({ type: 'failure', id, message: messageOf(error) }),
      )
  }

  async function serve(message: Extract<ClientMessage, { type: 'request' }>): Promise<void> {
    const { id, method, url, headers, lines, body, as, source } = message
    const outlives = source !== undefined && options.writes !== undefined
    const exchange: Exchange = { abort: new AbortController(), outlives, credit: WINDOW, wake: undefined }
    exchanges.set(id, exchange)
    try {
      const { signal } = exchange.abort
      const request = new WholeRequest(url, {
        method,
        headers: lines ? headersOfLines(headers.flat()) : new Headers(headers as [string, string][]),
        signal,
        ...(body && { content: typeof body === 'string' ? body : new Uint8Array(body) }),
      })
      const work = (): Promise<Response> => options.fetch(request, as, proven)
      const response =
        source && options.writes ? await options.writes.once(source, contentKey(message), work) : await work()
      if (signal.aborted) await response.body?.cancel(signal.reason)
      else await send(id, response, exchange)
    } catch (error) {
      post({ type: 'error', id, message: messageOf(error) })
    } finally {
      exchanges.delete(id)
    }
  }

  async function send(id: number, response: Response, exchange: Exchange): Promise<void> {
    const { status, statusText } = response
    const head = { type: 'head', id, status, statusText, headers: [...response.headers] } as const
    const text = TextResponse.textOf(response)
    const long = text !== undefined && text.length > (options.wholeTextChars ?? Infinity)
    if (text !== undefined && !long) {
      // A short text is cheapest as it is; a long one is coded here, so that the other end need not wait for it.
      const body = text.length < CHUNK ? text : new TextEncoder().encode(text).buffer
      return post({ ...head, body, complete: true, resting: false }, typeof body === 'string' ? [] : [body])
    }
    const reader = (long ? textParts(text) : response.body)?.getReader()
    if (!reader) return post({ ...head, complete: true, resting: false })
    const { signal } = exchange.abort
    const stop = (): void => {
      exchange.wake?.()
      reader.cancel(signal.reason).catch((error: unknown) => post({ type: 'error', id, message: messageOf(error) }))
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      // Most answers are there as a whole: those go in one message.
      let part = await gather(reader, reader.read(), WINDOW)
      const { bytes, done: complete, resting } = part
      exchange.credit -= part.size
      post({ ...head, ...(bytes && { body: bytes }), complete, resting }, bytes ? [bytes] : [])
      while (!part.done && !signal.aborted) {
        if (exchange.credit <= 0) {
          await new Promise<void>((resolve) => (exchange.wake = resolve))
          continue
        }
        if (part.resting) await part.next
        part = await gather(reader, part.next, CHUNK)
        if (part.bytes) {
          exchange.credit -= part.size
          post({ type: 'chunk', id, bytes: part.bytes, resting: part.resting }, [part.bytes])
        }
        if (part.done && !signal.aborted) post({ type: 'end', id })
      }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  function take(message: ClientMessage): void {
    heard = clock.steady()
    asked = false
    switch (message.type) {
      case 'request':
        void serve(message)
        break
      case 'abort': {
        exchanges.get(message.id)?.abort.abort(new DOMException('the client went away', 'AbortError'))
        break
      }
      case 'credit': {
        const exchange = exchanges.get(message.id)
        if (!exchange) break
        exchange.credit += message.bytes
        exchange.wake?.()
        exchange.wake = undefined
        break
      }
      case 'control':
        answer(message.id, () => options.control(message.name, message.args))
        break
      case 'identify': {
        const nonce = options.nonce()
        challenges.set(message.id, { chain: message.chain, nonce })
        post({ type: 'challenge', id: message.id, nonce })
        break
      }
      case 'proof':
        answer(message.id, () => prove(message.id, message.signature))
        break
      case 'received':
        options.writes?.confirm(message.write)
        break
      case 'ping':
        post({ type: 'pong' })
        break
      case 'pong':
        break
      case 'bye':
        end()
    }
  }

  /** Each challenge is good for one try. */
  async function prove(id: number, signature: ArrayBuffer): Promise<string> {
    const challenge = challenges.get(id)
    challenges.delete(id)
    const [leaf] = challenge?.chain ?? []
    if (!challenge || !leaf) throw new Error('there is no certificate to prove')
    if (!(await options.verifyProof(leaf, challenge.nonce, signature)))
      throw new Error('the private key does not belong to the certificate')
    const name = `certificate-${id}`
    proven.set(name, challenge.chain)
    return name
  }

  wire.listen(take, end)
  post({ type: 'welcome', state: options.state() })
  watchForSilence()
  return {
    update: () => post({ type: 'welcome', state: options.state() }),
    emit: (name, payload) => post({ type: 'event', name, payload }),
    close,
  }
}

/** A long text as bytes, coded as they are asked for. */
function textParts(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        let end = Math.min(at + TEXT_PART, text.length)
        // A character of two units is not parted.
        if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++
        controller.enqueue(encoder.encode(text.slice(at, end)))
        at = end
        if (at >= text.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** All of a request that is the same when it comes again. */
function contentKey({ method, url, headers, body, as }: Extract<ClientMessage, { type: 'request' }>): string {
  const bytes = typeof body === 'object' ? new TextDecoder('latin1').decode(body) : (body ?? '')
  return JSON.stringify([method, url, headers, as, bytes])
}

// Small parts travel together, as far as they are there at once.
const CHUNK = 64 * 1024
const TEXT_PART = 256 * 1024
