import { messageOf } from '../machinery/message-of'
import { TextResponse } from '../machinery/text-response'
import { gather } from './gather'
import { type ServerMessage, WINDOW } from './port-protocol'

/** Sends a message to a client; transferred buffers can't be used afterwards. */
export type PostMessage = (message: ServerMessage, transfer?: ArrayBuffer[]) => void

/** A request that is being answered. */
export interface Exchange {
  readonly id: number
  readonly abort: AbortController
  /** A write that is completed even if its connection is lost: its answer may be requested on another one. */
  readonly outlives: boolean
  /** Bytes that may still be sent. */
  credit: number
  wake: (() => void) | undefined
}

// Small parts that are available at once are sent together.
const CHUNK = 64 * 1024
const TEXT_PART = 256 * 1024

/**
 * Sends an answer: a short one in one message, a long one in parts, within the client's credit. Texts of up to `wholeTextChars` are sent
 * whole. Resolves when everything is sent, or the request was aborted.
 */
export async function sendAnswer(
  exchange: Exchange,
  response: Response,
  post: PostMessage,
  wholeTextChars = Infinity,
): Promise<void> {
  const { id } = exchange
  const { status, statusText } = response
  const head = { type: 'head', id, status, statusText, headers: [...response.headers] } as const
  const text = TextResponse.textOf(response)
  const long = text !== undefined && text.length > wholeTextChars
  if (text !== undefined && !long) {
    // A short text is cheapest as it is; a long one is encoded here, so that the other end need not wait for it.
    const body = text.length < CHUNK ? text : new TextEncoder().encode(text).buffer
    return post({ ...head, body, complete: true, resting: false }, typeof body === 'string' ? [] : [body])
  }
  const reader = (long ? textParts(text) : response.body)?.getReader()
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
      post({ type: 'chunk', id, bytes: part.bytes, resting: part.resting }, [part.bytes])
    }
    if (part.done && !abort.signal.aborted) post({ type: 'end', id })
  }
}

/** A long text as bytes, encoded on demand. */
function textParts(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        let end = Math.min(at + TEXT_PART, text.length)
        // A surrogate pair must not be split.
        if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++
        controller.enqueue(encoder.encode(text.slice(at, end)))
        at = end
        if (at >= text.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
