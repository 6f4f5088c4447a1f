import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ChunkTaker, PushedStream } from '../machinery/pushed-stream'
import { type TurnLimits, TurnQueue } from './turn-queue'

type Chunk = Uint8Array<ArrayBuffer>

/**
 * Connections that get their chunks in one turn of the event loop. A change that hundreds of watchers wait for does not hold up the next
 * request. While many watchers follow many changes, writing to sockets would take most of the thread, so it rests after each round:
 * chunks gather meanwhile, and each connection gets them in one write. With a few watchers a round is too short for a rest.
 */
const LIMITS: TurnLimits = { perTurn: 16, restFactor: 4, longestRestMs: 20 }
const writes = new TurnQueue(LIMITS, {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

const LINE_END = Buffer.from('\r\n', 'latin1')
let last: { readonly chunks: readonly Chunk[]; readonly framed: Buffer } | undefined

const same = (a: readonly Chunk[], b: readonly Chunk[]): boolean =>
  a.length === b.length && a.every((chunk, n) => chunk === b[n])

/** Chunks as one in the chunked coding of HTTP. The connections of one round mostly write the same, so the last one is kept. */
function framedOf(chunks: readonly Chunk[]): Buffer {
  if (last && same(last.chunks, chunks)) return last.framed
  const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const size = Buffer.from(`${bytes.toString(16)}\r\n`, 'latin1')
  const framed = Buffer.concat([size, ...chunks, LINE_END])
  last = { chunks, framed }
  return framed
}

/**
 * The socket that takes framed chunks. Undefined for clients that don't know the chunked coding, and for an answer that waits until
 * earlier ones of its connection are sent.
 */
const socketOf = ({ chunkedEncoding, socket }: ServerResponse): Socket | undefined =>
  chunkedEncoding && socket ? socket : undefined

/** Collects the chunks of a stream until its connection is written to. */
class Connected implements ChunkTaker {
  private chunks: Chunk[] = []
  private bytes = 0
  private ended: { readonly error: Error | undefined } | undefined
  private scheduled = false

  constructor(
    private readonly stream: PushedStream,
    private readonly outgoing: ServerResponse,
    private readonly socket: Socket | undefined,
  ) {}

  get room(): number {
    return this.stream.limit.most - this.bytes - this.outgoing.writableLength
  }
  push(chunk: Chunk): void {
    // An empty chunk would end the body.
    if (chunk.byteLength === 0) return
    this.chunks.push(chunk)
    this.bytes += chunk.byteLength
    this.schedule()
  }
  end(error?: Error): void {
    this.ended = { error }
    this.schedule()
  }

  schedule(): void {
    if (this.scheduled) return
    this.scheduled = true
    writes.add(() => this.write())
  }

  private get busy(): boolean {
    return (this.socket ?? this.outgoing).writableNeedDrain
  }

  private write(): void {
    const { outgoing, socket, chunks } = this
    this.scheduled = false
    // A connection that is still busy is written to once it is free again.
    if (outgoing.destroyed || this.busy) return
    if (chunks.length > 0) {
      // Writing to the socket avoids three writes for each chunk, which are most of an event's cost.
      if (socket) socket.write(framedOf(chunks))
      else outgoing.write(Buffer.concat(chunks))
    }
    this.chunks = []
    this.bytes = 0
    if (this.ended?.error) outgoing.destroy(this.ended.error)
    else if (this.ended) outgoing.end()
    else if (!this.busy) this.stream.source.pull()
  }
}

/** Sends a pushed stream as the rest of an answer. Resolves when it has ended or its client has gone. */
export function sendPushed(stream: PushedStream, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const socket = socketOf(outgoing)
    const connected = new Connected(stream, outgoing, socket)
    const goOn = (): void => connected.schedule()
    const drained = socket ?? outgoing
    drained.on('drain', goOn)
    outgoing.on('close', () => {
      // The socket may carry further answers.
      drained.off('drain', goOn)
      stream.source.cancel()
      resolve()
    })
    stream.passTo(connected)
  })
}
