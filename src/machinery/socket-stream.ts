/**
 * Streams over a WebSocket. The control plane answers such a request as any other and says what its stream is made of; the
 * door that the client came through turns the stream into messages. The header that says so never leaves the door.
 */

/** Events, each a message, or bytes. */
export type StreamOf = 'events' | 'bytes'

const STREAM_OF = 'x-stream-of'
const UPGRADE = /(^|,)\s*upgrade\s*(,|$)/i

/** Whether a request asks for a WebSocket. */
export const asksForSocket = (headers: Pick<Headers, 'get'>): boolean =>
  headers.get('upgrade')?.toLowerCase() === 'websocket' && UPGRADE.test(headers.get('connection') ?? '')

/** Says what the stream of an answer is made of, to a request that asked for a WebSocket. */
export function tellStream(request: Pick<Request, 'headers'>, headers: Headers, of: StreamOf): Headers {
  if (asksForSocket(request.headers)) headers.set(STREAM_OF, of)
  return headers
}

/** What the stream of an answer is made of; undefined for one that is no stream, such as a refusal. */
export function streamOf({ status, headers }: Response): StreamOf | undefined {
  const told = headers.get(STREAM_OF)
  return status === 200 && (told === 'events' || told === 'bytes') ? told : undefined
}
