/**
 * The request target exactly as sent. The platform's `URL` and `Request` resolve dot segments, even encoded ones, and turn backslashes
 * into slashes, so they may show another resource. A browser does the same before any script sees a request, so requests reaching the
 * service worker carry no dot segments.
 */
const targets = new WeakMap<Request, string>()
/** Scheme, host and port of a URL; the group captures host and port. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i

/** Scheme, host and port of a URL as written, and the host and port alone. */
export interface Origin {
  readonly text: string
  readonly host: string
}

/** Most requests name the same origin as the one before. */
let last: Origin | undefined

/** The origin of a URL; empty for a path alone. */
export function originIn(url: string): Origin {
  if (last && url.startsWith(last.text) && url.charAt(last.text.length) === '/') return last
  const [text = '', host = ''] = ORIGIN.exec(url) ?? []
  return text === '' ? { text, host } : (last = { text, host })
}

/** Records the target of the request line for a request whose `url` may differ from it. */
export const keepTarget = (request: Request, target: string): void => void targets.set(request, target)

/** Path and query of a request exactly as sent. */
export function rawTargetOf(request: Pick<Request, 'url'>): string {
  const kept = targets.get(request as Request)
  if (kept !== undefined) return kept
  const { url } = request
  const behind = url.slice(originIn(url).text.length)
  const fragment = behind.indexOf('#')
  const target = fragment < 0 ? behind : behind.slice(0, fragment)
  return target.startsWith('/') ? target : `/${target}`
}

/** The full URL of a request with its target exactly as sent. */
export const rawUrlOf = (request: Pick<Request, 'url'>): string => originIn(request.url).text + rawTargetOf(request)
