import { contentOf, TextResponse, WholeRequest } from '../machinery/whole-body'
import { whyUnanswered } from './owner-link'
import type { PageConnection } from './page'
import { apiPath } from './page-protocol'
import { planeOfPath, planePath } from './plane-address'

export interface SiteFetchOptions {
  /** What addresses are relative to: the site, as a whole address. */
  readonly base: string
  /** The plane that this page shows; the main one is empty. */
  readonly plane: string
  /** The browser's own, for everything else. */
  readonly native: typeof fetch
  readonly connection: Promise<Pick<PageConnection, 'fetch'>>
  /** At hand: when the owner dies, the way that files come by may die with it. */
  readonly unavailable: (message: string) => Response
}

/**
 * A `fetch` that takes requests for this page's control plane over the page's own way to it: the service worker, which the
 * browser stops when it likes, is for other pages. It answers as that does: 503 where nobody can, and no error but an abort.
 */
export function createSiteFetch({ base, plane, native, connection, unavailable }: SiteFetchOptions): typeof fetch {
  const { origin, pathname: site } = new URL('.', base)

  /** The path as the control plane knows it; undefined for what is not for this page's. */
  function pathOf(input: RequestInfo | URL): string | undefined {
    const text = input instanceof Request ? input.url : String(input)
    if (!URL.canParse(text, base)) return undefined
    const url = new URL(text, base)
    const named = planeOfPath(site, url.pathname)
    if (url.origin !== origin || (named !== undefined && named !== plane)) return undefined
    return apiPath(planePath(site, named ?? ''), url.pathname)
  }

  return async (input, init) => {
    const path = pathOf(input)
    if (path === undefined) return native(input, init)
    const request = new Request(input instanceof Request ? input : new URL(String(input), base), init)
    try {
      return await send(await connection, request, path)
    } catch (error) {
      if (request.signal.aborted) throw error
      return unavailable(whyUnanswered(error))
    }
  }
}

async function send(page: Pick<PageConnection, 'fetch'>, request: Request, path: string): Promise<Response> {
  const { method, headers, signal } = request
  const url = new URL(request.url)
  url.pathname = path
  url.hash = ''
  const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer()
  const content = body?.byteLength ? contentOf(body) : undefined
  // A browser adds this on the way.
  if (!headers.has('accept')) headers.set('accept', '*/*')
  const whole = new WholeRequest(url.href, { method, headers, signal, ...(content !== undefined && { content }) })
  const answer = await page.fetch(whole)
  const text = TextResponse.textOf(answer)
  const response = text === undefined ? answer : new Response(text, answer)
  return Object.defineProperty(response, 'url', { value: request.url.replace(/#.*$/s, '') })
}
