/**
 * The path and query of a request as they were sent. The platform's `URL` and `Request` resolve dot segments, encoded ones
 * too, and turn backslashes into slashes: what they show may be another resource than the one that was asked for. A browser
 * does the same before any script sees a request, so requests that reach the service worker from it carry no dot segments.
 */
const targets = new WeakMap<Request, string>()
/** Scheme, host and port of an address; the group is host and port. */
export const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i

/** Remembers the target of the request line for a request whose `url` does not show it. */
export const keepTarget = (request: Request, target: string): void => void targets.set(request, target)

/** Path and query of a request as they were sent. */
export function rawTargetOf(request: Pick<Request, 'url'>): string {
  const kept = targets.get(request as Request)
  if (kept !== undefined) return kept
  const { url } = request
  const behind = url.slice(ORIGIN.exec(url)?.[0].length ?? 0)
  const fragment = behind.indexOf('#')
  const target = fragment < 0 ? behind : behind.slice(0, fragment)
  return target.startsWith('/') ? target : `/${target}`
}

/** The whole address of a request with its target as it was sent. */
export const rawUrlOf = (request: Pick<Request, 'url'>): string =>
  `${ORIGIN.exec(request.url)?.[0] ?? ''}${rawTargetOf(request)}`
