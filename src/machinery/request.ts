import { WholeRequest } from './whole-body'

export interface RequestParts {
  readonly method?: string
  readonly headers?: HeadersInit
  readonly body?: string
  readonly signal?: AbortSignal
}

/**
 * A request that has all the headers given. In a browser the platform's own silently takes no `user-agent`, `upgrade` and
 * others that clients of a server do send.
 */
export function requestWith(url: string | URL, { method = 'GET', headers, body, signal }: RequestParts): Request {
  const wanted = new Headers(headers)
  if (body !== undefined && !wanted.has('content-type')) wanted.set('content-type', 'text/plain;charset=UTF-8')
  return new WholeRequest(String(url), {
    method,
    headers: wanted,
    // Many requests may end with the same signal: each has its own, which is forgotten with it.
    ...(signal && { signal: AbortSignal.any([signal]) }),
    ...(body !== undefined && { content: body }),
  })
}

/** The same request with other headers. */
export function withHeaders(request: Request, headers: Headers): Request {
  if (!(request instanceof WholeRequest)) return new Request(request, { headers })
  const { url, method, signal, content } = request
  return new WholeRequest(url, { method, headers, signal, ...(content !== undefined && { content }) })
}
