import { bytesOf } from './in-memory-body'

/** A response with a text body, like `new Response(text, init)`. The text may be a function, called on first use. */
export class TextResponse extends Response {
  #made: string | (() => string)
  /** The platform response, created when more than the text is needed. */
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

  /** The text of a response whose body is unread; undefined if it is not a text response. */
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
    return Promise.resolve(bytesOf(this.#text).buffer)
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
      // Once read as text, the body is used up for streams as well.
      if (this.#used) void this.#ordinary.text()
    }
    return this.#ordinary
  }
}
