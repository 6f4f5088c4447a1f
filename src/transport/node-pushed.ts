import type { ServerResponse } from 'node:http'
import type { ChunkTaker, PushedStream } from '../machinery/pushed-stream'
import { TurnQueue } from './turn-queue'

type Chunk = Uint8Array<ArrayBuffer>

/**
 * Connections that get their chunks in one turn of the event loop. A change that hundreds of watchers wait for does not hold up the next
 * request, and a connection whose turn comes after several changes gets them in one write.
 */
const WRITES_PER_TURN = 16
const writes = new TurnQueue(WRITES_PER_TURN)

/** Collects the chunks of a stream until its connection is written to. */
class Connected implements ChunkTaker {
  private chunks: Chunk[] = []
  private bytes = 0
  private ended = false
  private scheduled = false

  constructor(
    private readonly stream: PushedStream,
    private readonly outgoing: ServerResponse,
  ) {}

  get room(): number {
    return this.stream.limit.most - this.bytes - this.outgoing.writableLength
  }
  push(chunk: Chunk): void {
    this.chunks.push(chunk)
    this.bytes += chunk.byteLength
    this.schedule()
  }
  end(): void {
    this.ended = true
    this.schedule()
  }

  schedule(): void {
    if (this.scheduled) return
    this.scheduled = true
    writes.add(() => this.write())
  }

  private write(): void {
    const { outgoing, chunks } = this
    this.scheduled = false
    // A connection that is still busy is written to once it is free again.
    if (outgoing.destroyed || outgoing.writableNeedDrain) return
    const [first] = chunks
    if (first) outgoing.write(chunks.length === 1 ? first : Buffer.concat(chunks))
    this.chunks = []
    this.bytes = 0
    if (this.ended) outgoing.end()
    else if (!outgoing.writableNeedDrain) this.stream.source.pull()
  }
}

/** Sends a pushed stream as the rest of an answer. Resolves when it has ended or its client has gone. */
export function sendPushed(stream: PushedStream, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const connected = new Connected(stream, outgoing)
    outgoing.on('drain', () => connected.schedule())
    outgoing.on('close', () => {
      stream.source.cancel()
      resolve()
    })
    stream.passTo(connected)
  })
}
