import { appendHeaders, type GivenHeaders, headersFrom, keepHeaderLines, rawHeaderLines } from './header-lines'
import { keepTarget, rawTargetOf } from './raw-target'
import type { Content } from './in-memory-body'
import { InMemoryRequest } from './in-memory-request'

/** What a request consists of; absent parts have their defaults. */
export interface RequestParts {
  readonly method?: string
  readonly headers?: GivenHeaders
  /** Text or bytes. */
  readonly body?: Content
  /**
   * Passed instead of a body by callers in the same process: the value that the JSON body would encode. Headers still name its content
   * type.
   */
  readonly value?: object
  readonly signal?: AbortSignal
  /** See `InMemoryRequestInit`. */
  readonly acceptsValues?: boolean
}

/**
 * Builds a request with exactly the headers given. A browser's own `Request` silently drops `user-agent`, `upgrade` and others that native
 * clients send.
 */
export function requestWith(
  url: string | URL,
  { method = 'GET', headers = [], body, value, signal, acceptsValues = false }: RequestParts,
): Request {
  const given = headersFrom(headers)
  const wanted =
    body !== undefined && !given.has('content-type')
      ? appendHeaders(given, [['content-type', 'text/plain;charset=UTF-8']])
      : given
  return new InMemoryRequest(String(url), {
    method,
    headers: wanted,
    acceptsValues,
    // A signal may be shared by many requests: deriving one per request lets its listeners be collected with the request.
    ...(signal && { signal: AbortSignal.any([signal]) }),
    ...(body !== undefined && { content: body }),
    ...(value !== undefined && { value }),
  })
}

/** A copy of the request with other headers. */
export function withHeaders(request: Request, headers: Headers): Request {
  if (!(request instanceof InMemoryRequest)) {
    const changed = new Request(request, { headers })
    keepTarget(changed, rawTargetOf(request))
    const lines = rawHeaderLines(headers)
    if (lines) keepHeaderLines(changed.headers, lines)
    return changed
  }
  return request.withHeaders(headers)
}
