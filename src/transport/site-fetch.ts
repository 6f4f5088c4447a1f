import { contentOf } from '../machinery/in-memory-body'
import { InMemoryRequest } from '../machinery/in-memory-request'
import { InMemoryResponse } from '../machinery/in-memory-response'
import { unansweredMessage } from './owner-link'
import type { PageConnection } from './page'
import { apiPath } from './page-protocol'
import { planeOfPath, planePath } from './plane-address'

/** The page whose own requests go to its control plane. */
export interface SiteFetchOptions {
  /** Absolute URL of the site; addresses are relative to it. */
  readonly base: string
  /** The plane that this page shows; the main one is empty. */
  readonly plane: string
  /** The browser's own fetch, for everything else. */
  readonly native: typeof fetch
  readonly connection: Promise<Pick<PageConnection, 'fetch'>>
  /** Loaded in advance: if the owner dies, files may not be loadable any more. */
  readonly unavailable: (message: string) => Response
}

/**
 * A `fetch` that sends requests for this page's control plane over the page's own connection. The service worker, which the browser may
 * stop at any time, is for other pages. Answers are the same: 503 if nobody can answer, and no error except an abort.
 */
export function createSiteFetch({ base, plane, native, connection, unavailable }: SiteFetchOptions): typeof fetch {
  const { origin, pathname: site } = new URL('.', base)

  /** The path as the control plane sees it; undefined if it does not belong to this page's plane. */
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
      return unavailable(unansweredMessage(error))
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
  // A browser would add this itself.
  if (!headers.has('accept')) headers.set('accept', '*/*')
  const whole = new InMemoryRequest(url.href, { method, headers, signal, ...(content !== undefined && { content }) })
  const answer = await page.fetch(whole)
  const told = InMemoryResponse.contentOf(answer)
  const response = told === undefined ? answer : new Response(told, answer)
  return Object.defineProperty(response, 'url', { value: request.url.replace(/#.*$/s, '') })
}
