import type { ChunkTaker, PushedStream } from '../machinery/pushed-stream'
import { joined } from '../machinery/read-at-most'
import { afterThisTurn } from '../machinery/turn'
import type { Exchange, PostMessage } from './port-exchange'

type Chunk = Uint8Array<ArrayBuffer>

/** The same chunks for several answers. */
interface Group {
  readonly ids: number[]
  readonly chunks: readonly Chunk[]
  readonly resting: boolean
}

const same = (a: readonly Chunk[], b: readonly Chunk[]): boolean =>
  a.length === b.length && a.every((chunk, n) => chunk === b[n])

/**
 * Sends pushed bodies over one port. What is pushed in one turn of the event loop leaves together, and what several bodies have in common
 * leaves once: a change costs one message, not one for each watch.
 */
export class SharedChunks {
  #due = new Set<PushedAnswer>()

  constructor(private readonly post: PostMessage) {}

  /** Sends what is pushed into the stream, within the client's credit. Resolves when it has ended, or the request was aborted. */
  send(exchange: Exchange, stream: PushedStream): Promise<void> {
    return new Promise((resolve) => {
      const answer = new PushedAnswer(exchange, stream, () => this.#add(answer), resolve)
      stream.passTo(answer)
    })
  }

  #add(answer: PushedAnswer): void {
    // A turn later, so that the answer to a write need not wait until all watches are told.
    if (this.#due.size === 0) afterThisTurn(() => this.#flush())
    this.#due.add(answer)
  }

  #flush(): void {
    const due = this.#due
    this.#due = new Set()
    const groups = new Map<Chunk, Group[]>()
    for (const answer of due) {
      const [first, ...others] = answer.take()
      if (!first) continue
      const chunks = [first, ...others]
      const alike = groups.get(first) ?? []
      const group = alike.find((one) => one.resting === answer.resting && same(one.chunks, chunks))
      if (group) group.ids.push(answer.id)
      else groups.set(first, [...alike, { ids: [answer.id], chunks, resting: answer.resting }])
    }
    for (const group of [...groups.values()].flat()) this.#send(group)
    for (const answer of due) {
      if (answer.finish()) this.post({ type: 'end', id: answer.id })
    }
  }

  #send({ ids, chunks, resting }: Group): void {
    // A buffer of its own, because the chunks are kept.
    const { buffer } = joined(chunks)
    this.post({ type: 'chunk', ids, bytes: buffer, resting }, [buffer])
  }
}

/** Collects what is pushed into one answer until it is sent. */
class PushedAnswer implements ChunkTaker {
  #chunks: Chunk[] = []
  #bytes = 0
  #ended = false

  constructor(
    private readonly exchange: Exchange,
    private readonly stream: PushedStream,
    private readonly schedule: () => void,
    private readonly done: () => void,
  ) {
    exchange.abort.signal.addEventListener(
      'abort',
      () => {
        stream.source.cancel()
        done()
      },
      { once: true },
    )
  }

  get id(): number {
    return this.exchange.id
  }
  /** Nothing waits for credit. */
  get resting(): boolean {
    return this.#chunks.length === 0
  }
  get room(): number {
    return this.stream.limit.most - this.#bytes
  }
  push(chunk: Chunk): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.byteLength
    this.schedule()
  }
  end(): void {
    this.#ended = true
    this.schedule()
  }

  /** Removes as much as the client's credit allows. */
  take(): readonly Chunk[] {
    const { exchange } = this
    if (exchange.abort.signal.aborted) return []
    let count = 0
    for (let chunk = this.#chunks[0]; chunk && exchange.credit > 0; chunk = this.#chunks[++count]) {
      exchange.credit -= chunk.byteLength
      this.#bytes -= chunk.byteLength
    }
    const taken = this.#chunks.splice(0, count)
    if (!this.resting) exchange.wake = this.schedule
    return taken
  }

  /** Asks for more if everything is sent; true if the end has to be sent. */
  finish(): boolean {
    if (this.exchange.abort.signal.aborted || !this.resting) return false
    if (this.#ended) this.done()
    else this.stream.source.pull()
    return this.#ended
  }
}
