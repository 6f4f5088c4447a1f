import { copyOfHeaders } from './header-lines'
import { writeJson } from './json-text'
import type { Content } from './in-memory-body'

/** The in-memory body of a request; undefined if it is only available as a stream. */
export const inMemoryContent = (request: Sendable): Content | undefined =>
  request instanceof InMemoryRequest ? request.content : undefined

/**
 * A request body passed by value: the caller is in the same process, so nothing was serialised. Owned by the caller: do not change it.
 * Undefined if there is none.
 */
export const passedValue = (request: Request): object | undefined =>
  request instanceof InMemoryRequest ? request.value : undefined

/** The members of a request that sending it requires. */
export type Sendable = Pick<Request, 'method' | 'url' | 'headers' | 'signal' | 'arrayBuffer'>

/** The parts of a request that never leaves the process. */
export interface InMemoryRequestInit {
  readonly method: string
  readonly headers: Headers
  /** The signal, or a function that creates it on first use: most requests never need one. */
  readonly signal?: AbortSignal | (() => AbortSignal)
  readonly content?: Content
  /** Instead of `content`: the value that the JSON body would encode. It is serialised only if somebody reads the body. */
  readonly value?: object
  /** The caller is in the same process and reads the values behind responses and events (see source-value.ts). */
  readonly acceptsValues?: boolean
}

/** Whether the caller takes values instead of text. */
export const acceptsValues = (request: Request): boolean => request instanceof InMemoryRequest && request.acceptsValues

/**
 * A request with an absolute URL and an in-memory body. Creating the platform's `Request` takes longer than answering many requests, and
 * it drops headers that native clients send: one is created only to read the body as a stream.
 */
export class InMemoryRequest implements Request {
  readonly method: string
  readonly headers: Headers
  readonly value: object | undefined
  readonly acceptsValues: boolean
  #content: Content | undefined
  #signal: AbortSignal | (() => AbortSignal) | undefined
  #ordinary: Request | undefined

  constructor(
    readonly url: string,
    { method, headers, signal, content, value, acceptsValues = false }: InMemoryRequestInit,
  ) {
    this.method = method
    this.headers = headers
    this.#signal = signal
    this.#content = content
    this.value = value
    this.acceptsValues = acceptsValues
  }

  get content(): Content | undefined {
    if (this.value !== undefined) this.#content ??= writeJson(this.value)
    return this.#content
  }

  /** A copy of the request with other headers. */
  withHeaders(headers: Headers): InMemoryRequest {
    const { method, signal, value, acceptsValues } = this
    const content = this.#content
    return new InMemoryRequest(this.url, {
      method,
      headers,
      signal,
      acceptsValues,
      ...(content !== undefined && { content }),
      ...(value !== undefined && { value }),
    })
  }

  /** Never aborts if no signal was given. */
  get signal(): AbortSignal {
    const given = this.#signal
    const signal = typeof given === 'function' ? given() : (given ?? new AbortController().signal)
    this.#signal = signal
    return signal
  }

  readonly cache = 'default'
  readonly credentials = 'same-origin'
  readonly destination = ''
  readonly duplex = 'half'
  readonly integrity = ''
  readonly isHistoryNavigation = false
  readonly isReloadNavigation = false
  readonly keepalive = false
  readonly mode = 'cors'
  readonly redirect = 'follow'
  readonly referrer = 'about:client'
  readonly referrerPolicy = ''

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.content === undefined ? null : this.#open().body
  }
  get bodyUsed(): boolean {
    return this.#ordinary?.bodyUsed ?? false
  }
  text(): Promise<string> {
    return this.#open().text()
  }
  json(): Promise<unknown> {
    return this.#open().json()
  }
  arrayBuffer(): Promise<ArrayBuffer> {
    // The platform's `Request` can't be created for every method.
    return this.content === undefined ? Promise.resolve(new ArrayBuffer(0)) : this.#open().arrayBuffer()
  }
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#open().bytes()
  }
  blob(): Promise<Blob> {
    return this.#open().blob()
  }
  formData(): Promise<FormData> {
    return this.#open().formData()
  }
  clone(): Request {
    if (this.bodyUsed) throw new TypeError('the body is used already')
    return this.withHeaders(copyOfHeaders(this.headers))
  }

  #open(): Request {
    const { method, headers, signal, content } = this
    return (this.#ordinary ??= new Request(this.url, {
      method,
      headers,
      signal,
      ...(content !== undefined && { body: content }),
    }))
  }
}
