import type { IncomingMessage, ServerResponse } from 'node:http'
import { headersOfLines, keepHeaderLines } from '../machinery/header-lines'
import { keepTarget } from '../machinery/raw-target'
import { InMemoryRequest } from '../machinery/in-memory-request'

// Larger bodies, and those of unknown size, are streamed.
const READ_AT_ONCE = 4 * 1024 * 1024

/** Returns a function that creates a signal, which aborts if the client disconnects before it has its answer. */
export function departureOf(incoming: IncomingMessage, outgoing: ServerResponse): () => AbortSignal {
  return () => {
    const abort = new AbortController()
    const left = (): void => {
      if (!outgoing.writableFinished) abort.abort(new DOMException('the client went away', 'AbortError'))
    }
    if (incoming.socket.destroyed) left()
    else outgoing.on('close', left)
    return abort.signal
  }
}

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

/** The body of a request, if it has one: read at once if it is short, otherwise as a stream. */
export function bodyOf(incoming: IncomingMessage): Promise<Body> | Body | undefined {
  const { method, headers } = incoming
  if (method === 'GET' || method === 'HEAD') return undefined
  const length = Number(headers['content-length'] ?? NaN)
  if (!(length > 0) && headers['transfer-encoding'] === undefined) return undefined
  return length <= READ_AT_ONCE ? bytesOf(incoming) : streamOf(incoming)
}

/** Converts a Node request to a `Request`; undefined if HTTP does not allow its method, address or headers. */
export function requestOf(
  { method = 'GET', url = '/', rawHeaders, headers: named, socket }: IncomingMessage,
  body: Body | undefined,
  signal: () => AbortSignal,
): Request | undefined {
  try {
    const headers = headersOfLines(rawHeaders)
    const origin = originOf('encrypted' in socket ? 'https' : 'http', named.host ?? 'localhost')
    if (origin === undefined) return undefined
    const target = targetText(url)
    if (!body || body instanceof Uint8Array)
      return new InMemoryRequest(origin + target, { method, headers, signal, ...(body && { content: body }) })
    // Node requires `duplex` if the body is a stream; the browsers' types lack it.
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal: signal(), duplex: 'half', body }
    const request = new Request(origin, init)
    keepTarget(request, target)
    keepHeaderLines(request.headers, rawHeaders)
    return request
  } catch {
    return undefined // invalid method, address or header
  }
}

/** Undefined if the host is not valid in a URL. */
function originOf(scheme: string, host: string): string | undefined {
  const origin = `${scheme}://${host}`
  return URL.canParse(origin) ? origin : undefined
}

/** Path and query as sent; the host of an absolute URL is ignored in favour of the `Host` header. */
function targetText(url: string): string {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '')
  // Bytes above ASCII arrive as Latin-1; a number sign does not begin a fragment here.
  const escaped = target.replace(/[^\x21-\x7e]|#/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return escaped.startsWith('/') ? escaped : `/${escaped}`
}

/** A body as a stream. If the reader stops early, the rest must be drained, because the connection still has to carry the answer. */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>
  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    async pull(controller) {
      const part = await parts.next()
      if (part.done) controller.close()
      else controller.enqueue(new Uint8Array(part.value))
    },
    async cancel() {
      await parts.return?.()
    },
  }
  // Nothing is read in advance, so that an unread body can be drained.
  return new ReadableStream(source, { highWaterMark: 0 })
}

function bytesOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const parts: Buffer<ArrayBuffer>[] = []
    incoming
      .on('data', (part: Buffer<ArrayBuffer>) => parts.push(part))
      .on('end', () =>
        resolve(new Uint8Array(parts.length === 1 ? (parts[0] as Buffer<ArrayBuffer>) : Buffer.concat(parts))),
      )
      .on('error', reject)
      .on('close', () => {
        // An error object costs more than the rest of this function, so none is made after a complete body.
        if (!incoming.complete) reject(new Error('the client went away'))
      })
  })
}
