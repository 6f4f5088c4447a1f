import { contentOf } from '../machinery/in-memory-body'
import { InMemoryRequest } from '../machinery/in-memory-request'
import { InMemoryResponse } from '../machinery/in-memory-response'
import { createSystemClock } from '../machinery/system-clock'
import { SAFE_METHODS } from '../machinery/safe-methods'
import { OwnerLink, unansweredMessage } from './owner-link'
import { BUSY, isOwned, type SiteMessage, siteName } from './page-protocol'
import { planePath } from './plane-address'
import type { WriteSource } from './recent-writes'
import type { ServiceWorkerScope } from './service-worker-scope'
import { type SiteWindow, windowsOf, WindowSearch } from './window-search'

// In a cold start the page loads, the worker starts and the store opens; browsers give a fetch event some minutes.
const PATIENCE_MS = 15_000

/** The connection to the control plane of one plane. */
export interface PlaneGateway {
  /** Sends a request to a path of the API, for a client of the service worker. */
  send(request: Request, path: string, client: string): Promise<Response>
}

/** Finds the owner of a plane through the windows that show it. The main plane is the empty one. */
export function createPlaneGateway(
  worker: ServiceWorkerScope,
  plane: string,
  unavailable: (message: string) => Response,
): PlaneGateway {
  const scope = new URL(worker.registration.scope).pathname
  const site = siteName(planePath(scope, plane))
  const clock = createSystemClock()
  const generation = crypto.randomUUID()
  const windows = (): Promise<readonly SiteWindow[]> => windowsOf(worker, scope, plane)
  const link: OwnerLink = new OwnerLink({
    clock,
    patienceMs: PATIENCE_MS,
    seek: () => void search.ask(),
    absent: async () => ((await isOwned(site, navigator.locks)) ? BUSY : undefined),
  })

  const search = new WindowSearch(clock, windows, link)

  new BroadcastChannel(site).onmessage = ({ data }: MessageEvent<SiteMessage>) => {
    if (data.type !== 'owner') return
    link.forget()
    if (search.waiting > 0) void search.ask()
  }

  /**
   * Confirms that the browser has the answer. A turn later than the answer itself, so that it has arrived even if this worker stops now.
   */
  function confirm(source: WriteSource): void {
    clock.setTimer(0, () => link.client?.confirm(source))
  }

  async function send(request: Request, path: string, client: string): Promise<Response> {
    const url = new URL(request.url)
    url.pathname = path
    const { method, headers } = request
    const done = new AbortController()
    const deserted = new AbortController()
    const signal = AbortSignal.any([request.signal, deserted.signal])
    void search.watchWindows(done.signal, deserted)
    search.waiting++
    try {
      const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer()
      const content = body?.byteLength ? contentOf(body) : undefined
      const whole = new InMemoryRequest(url.href, {
        method,
        headers,
        signal,
        ...(content !== undefined && { content }),
      })
      const source = SAFE_METHODS.has(method) ? undefined : { client, generation, id: crypto.randomUUID() }
      const response = await link.fetch(whole, () => ({ type: 'admin' }), source)
      if (source) confirm(source)
      // The browser does not see what a subclass overrides of a response's body.
      const told = InMemoryResponse.contentOf(response)
      return told === undefined ? response : new Response(told, response)
    } catch (error) {
      // A client that aborts gets the error; for all others a failure is an answer.
      if (request.signal.aborted) throw error
      return unavailable(unansweredMessage(error))
    } finally {
      search.waiting--
      done.abort()
    }
  }

  return { send }
}
