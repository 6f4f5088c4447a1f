/**
 * Streams over a WebSocket. The control plane answers such a request like any other and declares in a header what its stream consists of;
 * the transport that accepted the client turns the stream into messages and removes the header.
 */

/** Events, one per message, or bytes. */
export type StreamOf = 'events' | 'bytes'

const STREAM_OF = 'x-stream-of'
const UPGRADE = /(^|,)\s*upgrade\s*(,|$)/i

/** Whether a request asks for a WebSocket. */
export const asksForSocket = (headers: Pick<Headers, 'get'>): boolean =>
  headers.get('upgrade')?.toLowerCase() === 'websocket' && UPGRADE.test(headers.get('connection') ?? '')

/** Declares what a response's stream consists of, if the request asked for a WebSocket. */
export function declareStream(request: Pick<Request, 'headers'>, headers: Headers, of: StreamOf): Headers {
  if (asksForSocket(request.headers)) headers.set(STREAM_OF, of)
  return headers
}

/** What a response's stream consists of; undefined for a response without one, such as a refusal. */
export function streamOf({ status, headers }: Response): StreamOf | undefined {
  const told = headers.get(STREAM_OF)
  return status === 200 && (told === 'events' || told === 'bytes') ? told : undefined
}
