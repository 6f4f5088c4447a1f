import { copyOfHeaders } from './header-lines'
import { writeJson } from './json-text'

/**
 * Bodies that are there as a whole. Streams are made of them only for those who want one: within the process, where most
 * answers stay, text is handed on as it is.
 */
const encoder = new TextEncoder()

/** A whole body: a text that is well formed, or bytes that may be anything. */
export type Content = string | Uint8Array<ArrayBuffer>

// A long one is not worth another copy.
const TEXT_AT_MOST = 64 * 1024

/** A body as a text where it is one that comes out again as the same bytes, and short. */
export function contentOf(body: ArrayBuffer): Content {
  if (body.byteLength > TEXT_AT_MOST) return new Uint8Array(body)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return new Uint8Array(body)
  }
}

/** The bytes of a body. */
export const bytesOf = (content: Content): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? encoder.encode(content) : content

/** The body of a request that came with it as a whole; undefined when only its stream knows. */
export const wholeContent = (request: Sendable): Content | undefined =>
  request instanceof WholeRequest ? request.content : undefined

/** The value that a request within the process says: it is its sender's, so nobody changes it. Undefined where there is none. */
export const givenValue = (request: Request): object | undefined =>
  request instanceof WholeRequest ? request.value : undefined

/** What is needed of a request to send it. */
export type Sendable = Pick<Request, 'method' | 'url' | 'headers' | 'signal' | 'arrayBuffer'>

export interface WholeRequestInit {
  readonly method: string
  readonly headers: Headers
  /** The signal, or what makes it when somebody asks: most requests end without having been asked for it. */
  readonly signal?: AbortSignal | (() => AbortSignal)
  readonly content?: Content
  /** In place of `content`: what it would be the JSON of, which is written only for who asks for it. */
  readonly value?: object
  /** Whoever asks is within the process and reads the values that answers and events were made of (see told-value.ts). */
  readonly takesValues?: boolean
}

/** Whether the one who asks reads values rather than texts. */
export const takesValues = (request: Request): boolean => request instanceof WholeRequest && request.takesValues

/**
 * A request to a whole address, with its body at hand. The platform's own takes longer to make than many requests take to
 * answer, and drops headers that clients of a server do send: it is made only for those who read the body as a stream.
 */
export class WholeRequest implements Request {
  readonly method: string
  readonly headers: Headers
  readonly value: object | undefined
  readonly takesValues: boolean
  #content: Content | undefined
  #signal: AbortSignal | (() => AbortSignal) | undefined
  #ordinary: Request | undefined

  constructor(
    readonly url: string,
    { method, headers, signal, content, value, takesValues = false }: WholeRequestInit,
  ) {
    this.method = method
    this.headers = headers
    this.#signal = signal
    this.#content = content
    this.value = value
    this.takesValues = takesValues
  }

  get content(): Content | undefined {
    if (this.value !== undefined) this.#content ??= writeJson(this.value)
    return this.#content
  }

  /** The same request with other headers. */
  withHeaders(headers: Headers): WholeRequest {
    const { method, signal, value, takesValues } = this
    const content = this.#content
    return new WholeRequest(this.url, {
      method,
      headers,
      signal,
      takesValues,
      ...(content !== undefined && { content }),
      ...(value !== undefined && { value }),
    })
  }

  /** One that never aborts where none was given. */
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
    // The platform's own can't be made for every method.
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

/** A response made of a text, as `new Response(text, init)` makes it. A text that has to be made is, once somebody asks for it. */
export class TextResponse extends Response {
  #made: string | (() => string)
  /** The ordinary response, once somebody asked for more than the text. */
  #ordinary: Response | undefined
  #used = false

  constructor(text: string | (() => string), init: ResponseInit = {}) {
    super(null, init)
    this.#made = text
    if (!this.headers.has('content-type')) this.headers.set('content-type', 'text/plain;charset=UTF-8')
  }

  get #text(): string {
    if (typeof this.#made !== 'string') this.#made = this.#made()
    return this.#made
  }

  /** The text of a response whose body nobody has touched; undefined when it has no such text. */
  static textOf(response: Response): string | undefined {
    return response instanceof TextResponse && !response.#used && !response.#ordinary ? response.#text : undefined
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#open().body
  }
  override get bodyUsed(): boolean {
    return this.#used || (this.#ordinary?.bodyUsed ?? false)
  }
  override text(): Promise<string> {
    if (this.#ordinary || this.#used) return this.#open().text()
    this.#used = true
    return Promise.resolve(this.#text)
  }
  override async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    if (this.#ordinary || this.#used) return this.#open().arrayBuffer()
    this.#used = true
    return Promise.resolve(encoder.encode(this.#text).buffer)
  }
  override blob(): Promise<Blob> {
    return this.#open().blob()
  }
  override formData(): Promise<FormData> {
    return this.#open().formData()
  }
  override clone(): Response {
    if (this.bodyUsed) throw new TypeError('the body is used already')
    return new TextResponse(this.#made, this)
  }

  #open(): Response {
    if (!this.#ordinary) {
      this.#ordinary = new Response(this.#text, { headers: this.headers })
      // What was taken as text is gone for streams, too.
      if (this.#used) void this.#ordinary.text()
    }
    return this.#ordinary
  }
}
