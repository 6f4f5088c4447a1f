import { contentOf, TextResponse, WholeRequest } from '../machinery/whole-body'
import { createSystemClock } from '../machinery/system-clock'
import { NoOwner, OwnerLink, REPEATABLE } from './owner-link'
import { apiPath, BUSY, isOwned, PORT_REQUEST, type SiteMessage, siteName } from './page-protocol'
import { ConnectionLost, PortClient } from './port-client'
import { clientWire } from './port-protocol'
import type { WriteSource } from './recent-writes'
import type { FetchEvent, ServiceWorkerScope } from './service-worker-scope'

// A cold start has the page load, the worker start and the store open; browsers give a fetch event some minutes.
const PATIENCE_MS = 15_000
const ASK_AGAIN_MS = 500

export interface ServiceGateway {
  /** The answer to a request of the API's; undefined for requests that are none. */
  answer(event: Pick<FetchEvent, 'request' | 'clientId' | 'resultingClientId'>): Promise<Response> | undefined
}

/**
 * The way of ordinary requests of this site's pages to its control plane. The browser stops a service worker when it likes,
 * so nothing is kept that can't be had again: a port is asked of the windows whenever there is none.
 */
export function createServiceGateway(
  worker: ServiceWorkerScope,
  unavailable: (message: string) => Response,
): ServiceGateway {
  const scope = new URL(worker.registration.scope).pathname
  const clock = createSystemClock()
  const generation = crypto.randomUUID()
  let asking = false
  let waiting = 0
  const link = new OwnerLink({
    clock,
    patienceMs: PATIENCE_MS,
    seek: () => void ask(),
    absent: async () => ((await isOwned(siteName(scope), navigator.locks)) ? BUSY : undefined),
  })

  new BroadcastChannel(siteName(scope)).onmessage = ({ data }: MessageEvent<SiteMessage>) => {
    if (data.type !== 'owner') return
    link.forget()
    if (waiting > 0) void ask()
  }

  /** Windows of the site itself; a window that shows an answer of the API runs nothing. */
  async function windows() {
    const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    return all.filter(({ url }) => {
      const { pathname } = new URL(url)
      return pathname.startsWith(scope) && apiPath(scope, pathname) === undefined
    })
  }

  /** Offers every window a port, until one of them has the owner behind it or nobody waits any more. */
  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    while (waiting > 0 && !link.client) {
      for (const window of await windows()) offer(window)
      await new Promise<void>((resolve) => clock.setTimer(ASK_AGAIN_MS, resolve))
    }
    asking = false
  }

  function offer(window: { postMessage(message: unknown, transfer: Transferable[]): void }): void {
    const { port1, port2 } = new MessageChannel()
    const client = new PortClient(clientWire(port1), {
      clock,
      userAgent: navigator.userAgent,
    })
    window.postMessage(PORT_REQUEST, [port2])
    client.welcome.then(
      () => (link.client ? client.close() : link.use(client)),
      () => undefined, // that window had no owner; others were asked too
    )
    clock.setTimer(ASK_AGAIN_MS * 4, () => {
      if (link.client !== client) client.close()
    })
  }

  /** Says that the answer is with the browser: a turn after it was given, so that it is there when this worker ends now. */
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
    void watchWindows(done.signal, deserted)
    waiting++
    try {
      const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer()
      const content = body?.byteLength ? contentOf(body) : undefined
      const whole = new WholeRequest(url.href, { method, headers, signal, ...(content !== undefined && { content }) })
      const source = REPEATABLE.has(method) ? undefined : { client, generation, id: crypto.randomUUID() }
      const response = await link.fetch(whole, () => ({ type: 'admin' }), source)
      if (source) confirm(source)
      // The browser looks behind what a subclass says of its body.
      const text = TextResponse.textOf(response)
      return text === undefined ? response : new Response(text, response)
    } catch (error) {
      // A client that gives up is told so; to everybody else no answer is an answer of its own.
      if (request.signal.aborted) throw error
      if (error instanceof ConnectionLost)
        return unavailable(
          `${error.message} while the request was under way, so it may have been done: look before it is sent again`,
        )
      return unavailable(error instanceof Error ? error.message : String(error))
    } finally {
      waiting--
      done.abort()
    }
  }

  /** The last window takes the owner with it, and nobody tells: a request that is not answered soon looks around. */
  async function watchWindows(done: AbortSignal, deserted: AbortController): Promise<void> {
    for (;;) {
      if (link.client) await new Promise<void>((resolve) => clock.setTimer(ASK_AGAIN_MS, resolve))
      if (done.aborted) return
      if ((await windows()).length === 0) {
        deserted.abort(new NoOwner('no tab of this site is open to run the control plane'))
        link.forget()
        return
      }
      if (!link.client) await new Promise<void>((resolve) => clock.setTimer(ASK_AGAIN_MS, resolve))
    }
  }

  return {
    answer({ request, clientId, resultingClientId }) {
      const url = new URL(request.url)
      const path = url.origin === new URL(worker.registration.scope).origin ? apiPath(scope, url.pathname) : undefined
      return path === undefined ? undefined : send(request, path, clientId || resultingClientId)
    },
  }
}
