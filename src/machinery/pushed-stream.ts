type Chunk = Uint8Array<ArrayBuffer>

/** Takes the chunks of a stream as soon as there are any. */
export interface ChunkTaker {
  /** How much more may be pushed before the taker counts as too slow. */
  readonly room: number
  push(chunk: Chunk): void
  /** Nothing follows; with an error, the stream broke off. */
  end(error?: Error): void
}

/** The other end of a pushed stream. */
export interface ChunkSource {
  /** Called when the taker has room again. */
  pull(): void
  /** Called when the reader cancels. */
  cancel(): void
}

/** How much may wait for the taker, and how much of that a chunk uses. */
export interface ChunkLimit {
  readonly most: number
  sizeOf(chunk: Chunk): number
}

/** Holds what is pushed until the stream has a taker. */
class Waiting implements ChunkTaker {
  readonly chunks: Chunk[] = []
  ended: { readonly error: Error | undefined } | undefined
  room: number

  constructor(private readonly limit: ChunkLimit) {
    this.room = limit.most
  }
  push(chunk: Chunk): void {
    this.chunks.push(chunk)
    this.room -= this.limit.sizeOf(chunk)
  }
  end(error?: Error): void {
    this.ended = { error }
  }
}

/**
 * A stream whose source pushes chunks to one taker. A `ReadableStream` costs several promises per chunk, which is much when a hundred
 * watchers wait for the same event; this costs one call.
 */
export class PushedStream implements ChunkTaker {
  readonly #waiting: Waiting
  #taker: ChunkTaker

  constructor(
    readonly source: ChunkSource,
    readonly limit: ChunkLimit,
  ) {
    this.#waiting = new Waiting(limit)
    this.#taker = this.#waiting
  }

  get room(): number {
    return this.#taker.room
  }
  push(chunk: Chunk): void {
    this.#taker.push(chunk)
  }
  end(error?: Error): void {
    this.#taker.end(error)
  }

  /** Passes on what was pushed so far, and from now on everything. Call it once. */
  passTo(taker: ChunkTaker): void {
    this.#taker = taker
    for (const chunk of this.#waiting.chunks.splice(0)) taker.push(chunk)
    const { ended } = this.#waiting
    if (ended) taker.end(ended.error)
  }

  /** The same stream for readers that need a `ReadableStream`. It becomes the taker when it is first read. */
  readable(): ReadableStream<Chunk> {
    const { source, limit } = this
    let taken = false
    return new ReadableStream<Chunk>(
      {
        pull: (controller) => {
          if (!taken) this.passTo(takerOf(controller, limit))
          taken = true
          source.pull()
        },
        cancel: () => source.cancel(),
      },
      // Nothing is read in advance, so that an unread stream can still get another taker.
      { highWaterMark: 0, size: (chunk) => (chunk ? limit.sizeOf(chunk) : 0) },
    )
  }
}

const takerOf = (controller: ReadableStreamDefaultController<Chunk>, { most }: ChunkLimit): ChunkTaker => ({
  get room() {
    return most + (controller.desiredSize ?? -most)
  },
  push: (chunk) => controller.enqueue(chunk),
  end(error) {
    if (error) return controller.error(error)
    try {
      controller.close()
    } catch {
      // cancelled by its reader: already closed
    }
  },
})

const streams = new WeakMap<Response, PushedStream>()

/** A response with a pushed stream as body. */
export function pushedResponse(stream: PushedStream, init: ResponseInit): Response {
  const response = new Response(stream.readable(), init)
  streams.set(response, stream)
  return response
}

/** The pushed stream of a response whose body nobody reads; the caller may take it instead of the body. */
export const pushedStreamOf = (response: Response): PushedStream | undefined =>
  response.body?.locked ? undefined : streams.get(response)
