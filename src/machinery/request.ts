import { appendHeaders, type GivenHeaders, headersFrom, keepHeaderLines, rawHeaderLines } from './header-lines'
import { keepTarget, rawTargetOf } from './raw-target'
import { type Content, WholeRequest } from './whole-body'

export interface RequestParts {
  readonly method?: string
  readonly headers?: GivenHeaders
  /** A text, or bytes as they are. */
  readonly body?: Content
  /** In place of a body, within the process: what it would be the JSON of. Its content type is with the headers. */
  readonly value?: object
  readonly signal?: AbortSignal
  /** See `WholeRequestInit`. */
  readonly takesValues?: boolean
}

/**
 * A request that has all the headers given. In a browser the platform's own silently takes no `user-agent`, `upgrade` and
 * others that clients of a server do send.
 */
export function requestWith(
  url: string | URL,
  { method = 'GET', headers = [], body, value, signal, takesValues = false }: RequestParts,
): Request {
  const given = headersFrom(headers)
  const wanted =
    body !== undefined && !given.has('content-type')
      ? appendHeaders(given, [['content-type', 'text/plain;charset=UTF-8']])
      : given
  return new WholeRequest(String(url), {
    method,
    headers: wanted,
    takesValues,
    // Many requests may end with the same signal: each has its own, which is forgotten with it.
    ...(signal && { signal: AbortSignal.any([signal]) }),
    ...(body !== undefined && { content: body }),
    ...(value !== undefined && { value }),
  })
}

/** The same request with other headers. */
export function withHeaders(request: Request, headers: Headers): Request {
  if (!(request instanceof WholeRequest)) {
    const changed = new Request(request, { headers })
    keepTarget(changed, rawTargetOf(request))
    const lines = rawHeaderLines(headers)
    if (lines) keepHeaderLines(changed.headers, lines)
    return changed
  }
  return request.withHeaders(headers)
}
