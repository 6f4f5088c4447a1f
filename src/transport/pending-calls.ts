import { type CallMessage, type ClientMessage, proofAlgorithm, proofText } from './port-protocol'

interface Call {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  /** The key whose possession the call proves. */
  readonly key?: CryptoKey
}

/** Calls to the server at the other end of a wire that wait for their result. */
export class PendingCalls {
  readonly #calls = new Map<number, Call>()

  constructor(private readonly post: (message: ClientMessage, moved: ArrayBuffer[]) => void) {}

  get size(): number {
    return this.#calls.size
  }

  /** Sends a call; resolves with its result. A call with a key is challenged to prove that the caller has it. */
  send(message: CallMessage, key?: CryptoKey): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#calls.set(message.id, { resolve, reject, ...(key && { key }) })
      this.post(message, [])
    })
  }

  settle(id: number, value: unknown): void {
    this.#take(id)?.resolve(value)
  }

  fail(id: number, error: Error): void {
    this.#take(id)?.reject(error)
  }

  failAll(error: Error): void {
    for (const id of [...this.#calls.keys()]) this.fail(id, error)
  }

  /** Answers the server's challenge to a call with a key. */
  prove(id: number, nonce: ArrayBuffer): void {
    const key = this.#calls.get(id)?.key
    if (!key) return
    crypto.subtle.sign(proofAlgorithm(key), key, proofText(nonce)).then(
      (signature) => this.post({ type: 'proof', id, signature }, [signature]),
      (error: unknown) => this.fail(id, error as Error),
    )
  }

  #take(id: number): Call | undefined {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    return call
  }
}
