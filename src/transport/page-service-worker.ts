import type { Clock } from '../machinery/clock'
import type { PageStatus } from './page'
import { KEEP_SITE, PORT_REQUEST } from './page-protocol'
import { serviceWorkerOf } from './service-worker-registration'

export interface PageServiceWorkerOptions {
  /** Absent where the browser has no service workers for this page. */
  readonly container: ServiceWorkerContainer | undefined
  readonly clock: Clock
  /** Where the site is; the service worker is for everything below. */
  readonly site: URL
  /** Resolves once somebody answers this page's requests. */
  readonly reached: () => Promise<unknown>
  /** Resolves when the page has nothing better to do, in any case after so long. */
  readonly idle: (timeoutMs: number) => Promise<void>
  /** Takes a port that the service worker wants served; it is for the tab that runs the control plane. */
  readonly serve: (port: MessagePort) => void
  readonly changed: (change: Partial<Pick<PageStatus, 'serviceWorker' | 'offline'>>) => void
}

/**
 * Registers the service worker, which answers what other scripts of the page request and keeps the site for times without a network.
 * Passes on the ports that it asks for, and says how far it is. Resolves once it was asked to keep the site; its failures are
 * warnings, and it is tried again.
 */
export async function registerPageServiceWorker(options: PageServiceWorkerOptions): Promise<void> {
  const { container, clock, site, reached, idle, serve, changed } = options
  if (!container) return changed({ serviceWorker: 'unavailable' })
  container.addEventListener('message', ({ data, ports: [port] }) => {
    if (data === PORT_REQUEST && port) serve(port)
  })
  container.startMessages()
  const look = (): void => changed({ serviceWorker: container.controller ? 'active' : 'starting' })
  container.addEventListener('controllerchange', look)
  look()
  // A first sight has enough to load; what is for later waits until it is there.
  await reached().catch(() => undefined) // who asked for something is told
  await idle(1_000)
  const active = await serviceWorkerOf({
    container,
    clock,
    register: () => container.register(new URL('service-worker.js', site), { scope: site.pathname }),
    failed: (error) => {
      changed({ serviceWorker: 'unavailable' })
      console.warn('Requests of other scripts on this page are not answered, and it needs the network to load:', error)
    },
  })
  look()
  await idle(3_000)
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => {
    changed({ offline: data === true })
    port1.close()
  }
  active.postMessage(KEEP_SITE, [port2])
}
