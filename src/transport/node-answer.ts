import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { wireStatusOf } from '../machinery/wire-status'
import { pushedStreamOf } from '../machinery/pushed-stream'
import type { Content } from '../machinery/in-memory-body'
import { InMemoryResponse } from '../machinery/in-memory-response'
import { gather } from './gather'
import { sendPushed } from './node-pushed'

// How much of a refused body is read and discarded, so that its sender can read the answer.
const DRAIN_BYTES = 64 * 1024 * 1024
const DRAIN_MS = 10_000

// Below this size, compression costs more than it saves.
const GZIP_FROM = 128 * 1024
const compress = promisify(gzip)

/** Sends a response: in one write if its body is complete, otherwise in parts. */
export async function writeAnswer(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const content = InMemoryResponse.contentOf(response)
  if (content !== undefined) return finish(content, response, incoming, outgoing)
  const pushed = pushedStreamOf(response)
  if (pushed) {
    outgoing.writeHead(wireStatusOf(response), linesOf(response, incoming))
    outgoing.flushHeaders()
    return sendPushed(pushed, outgoing)
  }
  const reader = response.body?.getReader()
  if (!reader) {
    outgoing.writeHead(wireStatusOf(response), linesOf(response, incoming)).end()
    return
  }
  outgoing.on('close', () => {
    // After a complete answer there is nothing to cancel; a broken one has already reported its error.
    reader.cancel().catch(() => undefined)
  })
  const first = await gather(reader, reader.read(), Infinity)
  if (first.done) return finish(new Uint8Array(first.bytes ?? new ArrayBuffer(0)), response, incoming, outgoing)
  outgoing.writeHead(wireStatusOf(response), linesOf(response, incoming))
  outgoing.flushHeaders()
  await pipeline(partsOf(reader, first), outgoing)
}

/** The answer's header lines, in the flat form that Node accepts. */
function linesOf(response: Response, incoming: IncomingMessage, length?: number): string[] {
  // An unread rest of the request would be parsed as the next one.
  const close = !incoming.complete && incoming.headers['content-length'] !== '0'
  const lines: string[] = []
  for (const [name, value] of response.headers) {
    // A proxied answer already has these, and no header may be repeated.
    if ((name === 'content-length' && length !== undefined) || (name === 'connection' && close)) continue
    lines.push(name, value)
  }
  if (length !== undefined) lines.push('content-length', String(length))
  if (close) lines.push('connection', 'close')
  return lines
}

/** Sends a complete body. */
async function finish(
  whole: Content,
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const length = Buffer.byteLength(whole)
  const zipped = length >= GZIP_FROM && takesGzip(response, incoming) ? await compress(whole, { level: 1 }) : undefined
  const content = zipped ?? whole
  const hasLength = response.status !== 204 && response.status !== 304
  const lines = linesOf(response, incoming, hasLength ? (zipped?.length ?? length) : undefined)
  if (zipped) lines.push('content-encoding', 'gzip', 'vary', 'Accept-Encoding')
  outgoing.writeHead(wireStatusOf(response), lines)
  // Text is written together with the header; if each character is one byte, it need not be encoded.
  const encoding = typeof content === 'string' && content.length === length ? 'latin1' : 'utf8'
  if (incoming.complete) {
    outgoing.end(content, encoding)
    return
  }
  // If the client is still sending, a reset connection would hide the answer from it.
  outgoing.write(content, encoding)
  await drained(incoming)
  outgoing.end()
}

/** Reads and discards the rest of a body, within limits. */
function drained(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = DRAIN_BYTES
    const cut = setTimeout(resolve, DRAIN_MS)
    const done = (): void => {
      clearTimeout(cut)
      resolve()
    }
    incoming.on('data', (part: Buffer) => {
      left -= part.length
      if (left < 0) done()
    })
    incoming.removeAllListeners('readable')
    incoming.on('end', done).on('close', done).resume()
  })
}

async function* partsOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: Awaited<ReturnType<typeof gather>>,
): AsyncGenerator<Uint8Array> {
  for (let part = first; ; part = await gather(reader, part.next, GZIP_FROM)) {
    if (part.bytes) yield new Uint8Array(part.bytes)
    if (part.done) return
    if (part.resting) await part.next
  }
}

/** Large complete answers are compressed for clients that accept it; compression would delay streams. */
function takesGzip(response: Response, incoming: IncomingMessage): boolean {
  if (response.headers.has('content-encoding')) return false
  const codings = (incoming.headers['accept-encoding']?.toString() ?? '').split(',').map((coding) => coding.trim())
  return codings.some((coding) => /^gzip\s*(;\s*q=(?!0(\.0*)?$)[\d.]+)?$/i.test(coding))
}
