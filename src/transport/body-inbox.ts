import { PushedStream } from '../machinery/pushed-stream'
import { CREDIT_STEP, WINDOW } from './port-protocol'

/** Passes a body's chunks on to their reader, and returns credit for those that it has taken. */
export class BodyInbox {
  readonly stream: PushedStream
  #received = 0
  #credited = 0
  #resting = false
  #cancelled = false

  constructor(
    private readonly credit: (bytes: number) => void,
    cancelled: () => void,
  ) {
    this.stream = new PushedStream(
      {
        pull: () => this.#settle(),
        cancel: () => {
          this.#cancelled = true
          cancelled()
        },
      },
      { most: WINDOW, sizeOf: ({ byteLength }) => byteLength },
    )
  }

  push(chunk: Uint8Array<ArrayBuffer>, resting: boolean): void {
    this.#resting = resting
    if (this.#cancelled || chunk.byteLength === 0) return
    this.#received += chunk.byteLength
    this.stream.push(chunk)
    this.#settle()
  }
  end(error?: Error): void {
    if (!this.#cancelled) this.stream.end(error)
  }
  /** The server is gone: a stream that was idle ends, one that was interrupted fails. */
  cut(error: Error): void {
    this.end(this.#resting ? undefined : error)
  }

  #settle(): void {
    const unread = Math.max(0, WINDOW - this.stream.room)
    const taken = this.#received - unread - this.#credited
    if (taken < CREDIT_STEP) return
    this.#credited += taken
    this.credit(taken)
  }
}
