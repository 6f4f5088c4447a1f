import type { Content } from '../machinery/in-memory-body'
import { bufferOf, InMemoryResponse } from '../machinery/in-memory-response'
import { messageOf } from '../machinery/message-of'
import { pushedStreamOf } from '../machinery/pushed-stream'
import { gather } from './gather'
import type { Exchange, PostMessage } from './port-exchange'
import { type ServerMessage, WINDOW } from './port-protocol'
import type { SharedChunks } from './shared-chunks'

// Small parts that are available at once are sent together.
const CHUNK = 64 * 1024
const PART = 256 * 1024

/** How the answers of one port are sent. */
export interface AnswerOptions {
  readonly post: PostMessage
  /** Sends bodies that are pushed. */
  readonly pushed: SharedChunks
  /** Longer contents are sent in parts. */
  readonly wholeLength?: number
}

/**
 * Sends an answer: a short one in one message, a long one in parts, within the client's credit. Contents of up to `wholeLength` are sent
 * whole. Resolves when everything is sent, or the request was aborted.
 */
export async function sendAnswer(
  exchange: Exchange,
  response: Response,
  { post, pushed, wholeLength = Infinity }: AnswerOptions,
): Promise<void> {
  const { id } = exchange
  const { status, statusText } = response
  const head = { type: 'head', id, status, statusText, headers: [...response.headers] } as const
  const content = InMemoryResponse.contentOf(response)
  if (content !== undefined && content.length <= wholeLength) return sendWhole(head, content, post)
  const stream = pushedStreamOf(response)
  if (stream) {
    post({ ...head, complete: false, resting: true, pushed: true })
    return pushed.send(exchange, stream)
  }
  const reader = (content === undefined ? response.body : contentParts(content))?.getReader()
  if (!reader) return post({ ...head, complete: true, resting: false })
  const { signal } = exchange.abort
  const stop = (): void => {
    exchange.wake?.()
    reader.cancel(signal.reason).catch((error: unknown) => post({ type: 'error', id, message: messageOf(error) }))
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    await sendParts(exchange, head, reader, post)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** A short text is cheapest as it is; a long one is encoded here, so that the other end need not wait for it. */
function sendWhole(head: Head, content: Content, post: PostMessage): void {
  if (typeof content === 'string' && content.length < CHUNK)
    return post({ ...head, body: content, complete: true, resting: false })
  const body = bufferOf(content)
  post({ ...head, body, complete: true, resting: false }, [body])
}

type Head = Omit<Extract<ServerMessage, { type: 'head' }>, 'body' | 'complete' | 'resting'>

async function sendParts(
  exchange: Exchange,
  head: Head,
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  post: PostMessage,
): Promise<void> {
  const { id, abort } = exchange
  // Most answers are complete at once: those are sent in one message.
  let part = await gather(reader, reader.read(), WINDOW)
  const { bytes, done: complete, resting } = part
  exchange.credit -= part.size
  post({ ...head, ...(bytes && { body: bytes }), complete, resting }, bytes ? [bytes] : [])
  while (!part.done && !abort.signal.aborted) {
    if (exchange.credit <= 0) {
      await new Promise<void>((resolve) => (exchange.wake = resolve))
      continue
    }
    if (part.resting) await part.next
    part = await gather(reader, part.next, CHUNK)
    if (part.bytes) {
      exchange.credit -= part.size
      post({ type: 'chunk', ids: [id], bytes: part.bytes, resting: part.resting }, [part.bytes])
    }
    if (part.done && !abort.signal.aborted) post({ type: 'end', id })
  }
}

/** A long content as bytes, encoded on demand. */
function contentParts(content: Content): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        let end = Math.min(at + PART, content.length)
        // A surrogate pair must not be split.
        if (typeof content === 'string' && end < content.length && (content.charCodeAt(end - 1) & 0xfc00) === 0xd800)
          end++
        controller.enqueue(
          typeof content === 'string' ? encoder.encode(content.slice(at, end)) : content.subarray(at, end),
        )
        at = end
        if (at >= content.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
