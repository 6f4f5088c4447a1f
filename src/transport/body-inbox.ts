import { CREDIT_STEP } from './port-protocol'

/** Buffers a body's chunks until they are read, and returns credit for those that were. */
export class BodyInbox {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly #chunks: Uint8Array<ArrayBuffer>[] = []
  #consumed = 0
  #resting = false
  #closed = false
  #ended: { readonly error?: Error } | undefined
  #wake: (() => void) | undefined

  constructor(credit: (bytes: number) => void, cancelled: () => void) {
    this.stream = new ReadableStream(
      {
        pull: async (controller) => {
          while (this.#chunks.length === 0 && !this.#ended && !this.#closed)
            await new Promise<void>((resolve) => (this.#wake = resolve))
          const chunk = this.#chunks.shift()
          if (chunk) {
            controller.enqueue(chunk)
            this.#consumed += chunk.byteLength
            if (this.#consumed >= CREDIT_STEP) {
              credit(this.#consumed)
              this.#consumed = 0
            }
          } else if (this.#ended && !this.#closed) {
            this.#closed = true
            if (this.#ended.error) controller.error(this.#ended.error)
            else controller.close()
          }
        },
        cancel: () => {
          this.#closed = true
          this.#stir()
          cancelled()
        },
      },
      { highWaterMark: 0 },
    )
  }

  push(chunk: Uint8Array<ArrayBuffer>, resting: boolean): void {
    this.#resting = resting
    if (chunk.byteLength > 0) this.#chunks.push(chunk)
    this.#stir()
  }
  end(): void {
    this.#ended ??= {}
    this.#stir()
  }
  fail(error: Error): void {
    this.#chunks.length = 0
    this.#ended ??= { error }
    this.#stir()
  }
  /** The server is gone: a stream that was idle ends, one that was interrupted fails. */
  cut(error: Error): void {
    if (this.#resting) this.end()
    else this.fail(error)
  }
  #stir(): void {
    this.#wake?.()
    this.#wake = undefined
  }
}
