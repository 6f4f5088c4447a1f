import type { Clock } from '../machinery/clock'
import type { PageStatus } from './page'
import { KEEP_SITE, PORT_REQUEST } from './page-protocol'
import { serviceWorkerOf } from './service-worker-registration'

/** What the registration of a page's service worker depends on. */
export interface PageServiceWorkerOptions {
  /** Absent if the browser does not allow service workers for this page. */
  readonly container: ServiceWorkerContainer | undefined
  readonly clock: Clock
  /** The address of the site; the service worker covers everything below it. */
  readonly site: URL
  /** Resolves once this page's requests are answered. */
  readonly reached: () => Promise<unknown>
  /** Resolves once the page has shown what it was opened for. */
  readonly shown: Promise<unknown>
  /** Resolves when the page is idle, at the latest after the timeout. */
  readonly idle: (timeoutMs: number) => Promise<void>
  /** The browser is set to save data: nothing is loaded that no page has asked for. */
  readonly savesData: boolean
  /** Serves a port for the service worker; for the tab that runs the control plane. */
  readonly serve: (port: MessagePort) => void
  readonly changed: (change: Partial<Pick<PageStatus, 'serviceWorker' | 'offline'>>) => void
}

/**
 * Registers the service worker, which answers requests of other scripts of the page and caches the site for offline use. Forwards the ports
 * that it asks for, and reports its progress. Resolves once it was asked to cache the site, which is left out where the user wants to save data;
 * its failures are warnings, and registration is retried.
 */
export async function registerPageServiceWorker(options: PageServiceWorkerOptions): Promise<void> {
  const { container, clock, site, reached, shown, idle, savesData, serve, changed } = options
  if (!container) return changed({ serviceWorker: 'unavailable' })
  container.addEventListener('message', ({ data, ports: [port] }) => {
    if (data === PORT_REQUEST && port) serve(port)
  })
  container.startMessages()
  const look = (): void => changed({ serviceWorker: container.controller ? 'active' : 'starting' })
  container.addEventListener('controllerchange', look)
  look()
  // The first view has enough to load; offline files wait until it is shown.
  await reached().catch(() => undefined) // the callers report the failure
  await shown
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
  if (savesData) return changed({ offline: 'data-saver' })
  await idle(3_000)
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => {
    changed({ offline: data === true ? 'ready' : 'partly' })
    port1.close()
  }
  active.postMessage(KEEP_SITE, [port2])
}
