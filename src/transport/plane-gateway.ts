import { contentOf, TextResponse, WholeRequest } from '../machinery/whole-body'
import { createSystemClock } from '../machinery/system-clock'
import { NoOwner, OwnerLink, REPEATABLE, whyUnanswered } from './owner-link'
import { apiPath, BUSY, isOwned, PORT_REQUEST, type SiteMessage, siteName } from './page-protocol'
import { planeOfPath, planeOfSearch, planePath } from './plane-address'
import { PortClient } from './port-client'
import { clientWire } from './port-protocol'
import type { WriteSource } from './recent-writes'
import type { ServiceWorkerScope } from './service-worker-scope'

// A cold start has the page load, the worker start and the store open; browsers give a fetch event some minutes.
const PATIENCE_MS = 15_000
const ASK_AGAIN_MS = 500

/** The way to one plane's control plane. */
export interface PlaneGateway {
  /** Sends a request to a path of the API, for a client of the service worker. */
  send(request: Request, path: string, client: string): Promise<Response>
}

/** Finds the owner of a plane by the windows that show it. The main plane is the empty one. */
export function createPlaneGateway(
  worker: ServiceWorkerScope,
  plane: string,
  unavailable: (message: string) => Response,
): PlaneGateway {
  const scope = new URL(worker.registration.scope).pathname
  const site = siteName(planePath(scope, plane))
  const clock = createSystemClock()
  const generation = crypto.randomUUID()
  let asking = false
  let waiting = 0
  const link = new OwnerLink({
    clock,
    patienceMs: PATIENCE_MS,
    seek: () => void ask(),
    absent: async () => ((await isOwned(site, navigator.locks)) ? BUSY : undefined),
  })

  new BroadcastChannel(site).onmessage = ({ data }: MessageEvent<SiteMessage>) => {
    if (data.type !== 'owner') return
    link.forget()
    if (waiting > 0) void ask()
  }

  /** Windows that show this plane; a window that shows an answer of the API runs nothing. */
  async function windows() {
    const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    return all.filter(({ url }) => {
      const { pathname, search } = new URL(url)
      const page = apiPath(scope, pathname) === undefined && planeOfPath(scope, pathname) === undefined
      return pathname.startsWith(scope) && page && planeOfSearch(search) === plane
    })
  }

  /** Offers every window a port, until one of them has the owner behind it or nobody waits any more. */
  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    while (waiting > 0 && !link.client) {
      try {
        for (const window of await windows()) offer(window)
      } catch (error) {
        // A window may go while it is asked; the others are asked again.
        console.warn('A window could not be asked for the control plane:', error)
      }
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
      return unavailable(whyUnanswered(error))
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

  return { send }
}
