import { bytesOf, type Content, contentText } from './in-memory-body'

/**
 * A response whose whole body is in memory, like `new Response(content, init)`. Bytes belong to it from then on. The content may be a
 * function, called on first use.
 */
export class InMemoryResponse extends Response {
  #made: Content | (() => Content)
  /** The platform response, created when more than the content is needed. */
  #ordinary: Response | undefined
  #used = false

  constructor(content: Content | (() => Content), init: ResponseInit = {}) {
    super(null, init)
    this.#made = content
    if (!(content instanceof Uint8Array) && !this.headers.has('content-type'))
      this.headers.set('content-type', 'text/plain;charset=UTF-8')
  }

  get #content(): Content {
    if (typeof this.#made === 'function') this.#made = this.#made()
    return this.#made
  }

  /** The content of an in-memory response whose body is unread; undefined for others. A caller that takes it must not read the body. */
  static contentOf(response: Response): Content | undefined {
    return response instanceof InMemoryResponse && !response.#used && !response.#ordinary
      ? response.#content
      : undefined
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
    return Promise.resolve(contentText(this.#content))
  }
  override async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    if (this.#ordinary || this.#used) return this.#open().arrayBuffer()
    this.#used = true
    return Promise.resolve(bufferOf(this.#content))
  }
  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.arrayBuffer().then((buffer) => new Uint8Array(buffer))
  }
  override blob(): Promise<Blob> {
    return this.#open().blob()
  }
  override formData(): Promise<FormData> {
    return this.#open().formData()
  }
  override clone(): Response {
    if (this.bodyUsed) throw new TypeError('the body is used already')
    const made = this.#made
    return new InMemoryResponse(made instanceof Uint8Array ? made.slice() : made, this)
  }

  #open(): Response {
    if (!this.#ordinary) {
      this.#ordinary = new Response(this.#content, { headers: this.headers })
      // Once read as a whole, the body is used up for streams as well.
      if (this.#used) void this.#ordinary.text()
    }
    return this.#ordinary
  }
}

/** A buffer with exactly the content. */
export function bufferOf(content: Content): ArrayBuffer {
  const bytes = bytesOf(content)
  return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer
}
