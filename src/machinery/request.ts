/**
 * A request that has all the headers given. In a browser a request's own headers silently take no `user-agent`, `upgrade`
 * and others that clients of a server do send, so that they are put beside it.
 */
export function requestWith(url: string | URL, { headers, ...init }: RequestInit): Request {
  const wanted = new Headers(headers)
  const request = new Request(url, { ...init, headers: wanted })
  // Without one given, the body's own content type counts.
  for (const [name, value] of request.headers) if (!wanted.has(name)) wanted.set(name, value)
  return Object.defineProperty(request, 'headers', { value: wanted })
}
