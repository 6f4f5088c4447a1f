import { type RawLines, rawHeaderLines } from '../machinery/header-lines'
import { inMemoryContent, type Sendable } from '../machinery/in-memory-request'
import { rawUrlOf } from '../machinery/raw-target'
import type { ClientMessage } from './port-protocol'
import type { WriteSource } from './recent-writes'

type RequestMessage = Extract<ClientMessage, { type: 'request' }>

/** The fields of a message that are not part of the request. */
export interface RequestParts {
  readonly body: ArrayBuffer | string | undefined
  /** The identity on whose behalf the request is sent. */
  readonly as: unknown
  /** User agent if the request has none. */
  readonly userAgent: string | undefined
  readonly source: WriteSource | undefined
}

/** A request as a message; its id is given when it is sent. */
export function requestMessage(
  request: Sendable,
  { body, as, userAgent, source }: RequestParts,
): Omit<RequestMessage, 'id'> {
  const lines = rawHeaderLines(request.headers)
  const headers = lines ? pairsOf(lines) : [...request.headers]
  if (userAgent && !request.headers.has('user-agent')) headers.push(['user-agent', userAgent])
  return {
    type: 'request',
    method: request.method,
    url: rawUrlOf(request),
    headers,
    as,
    ...(lines && { lines: true }),
    ...(body && { body }),
    ...(source && { source }),
  }
}

function pairsOf(lines: RawLines): [string, string][] {
  const pairs: [string, string][] = []
  for (let i = 0; i < lines.length; i += 2) pairs.push([lines[i] ?? '', lines[i + 1] ?? ''])
  return pairs
}

/** The body of a request, if it has one. */
export async function bodyOf(request: Sendable): Promise<ArrayBuffer | string | undefined> {
  const content = inMemoryContent(request)
  // Not every browser exposes a request's body as a stream, so the body is read without checking for one.
  const body = content === undefined ? await request.arrayBuffer() : content
  if (typeof body === 'string') return body || undefined
  if (body.byteLength === 0) return undefined
  // Sending transfers a buffer, so bytes that the caller still holds are copied.
  return body instanceof Uint8Array ? body.slice().buffer : body
}
