import type { Clock } from '../machinery/clock'
import { NoOwner, type OwnerLink } from './owner-link'
import { apiPath, PORT_REQUEST } from './page-protocol'
import { planeOfPath, planeOfSearch } from './plane-address'
import { PortClient } from './port-client'
import { clientWire } from './port-protocol'
import type { ServiceWorkerScope } from './service-worker-scope'

const ASK_AGAIN_MS = 500

/** A window that a service worker can message. */
export interface SiteWindow {
  postMessage(message: unknown, transfer: Transferable[]): void
}

/** The windows that show a plane; a window that shows an API answer runs no control plane. */
export async function windowsOf(
  worker: ServiceWorkerScope,
  scope: string,
  plane: string,
): Promise<readonly SiteWindow[]> {
  const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return all.filter(({ url }) => {
    const { pathname, search } = new URL(url)
    const page = apiPath(scope, pathname) === undefined && planeOfPath(scope, pathname) === undefined
    return pathname.startsWith(scope) && page && planeOfSearch(search) === plane
  })
}

/** Searches for the owner of a plane through the windows that show it, while requests wait. */
export class WindowSearch {
  /** Number of requests without an answer. */
  waiting = 0
  private asking = false

  constructor(
    private readonly clock: Clock,
    private readonly windows: () => Promise<readonly SiteWindow[]>,
    private readonly link: OwnerLink,
  ) {}

  /** Offers every window a port, until one of them leads to the owner or no request waits any more. */
  async ask(): Promise<void> {
    if (this.asking) return
    this.asking = true
    while (this.waiting > 0 && !this.link.client) {
      try {
        for (const window of await this.windows()) this.offer(window)
      } catch (error) {
        // A window may close while it is asked; the others are asked again.
        console.warn('A window could not be asked for the control plane:', error)
      }
      await this.pause()
    }
    this.asking = false
  }

  private offer(window: SiteWindow): void {
    const { clock, link } = this
    const { port1, port2 } = new MessageChannel()
    const client = new PortClient(clientWire(port1), { clock, userAgent: navigator.userAgent })
    window.postMessage(PORT_REQUEST, [port2])
    client.welcome.then(
      () => (link.client ? client.close() : link.use(client)),
      () => undefined, // that window had no owner; others were asked too
    )
    clock.setTimer(ASK_AGAIN_MS * 4, () => {
      if (link.client !== client) client.close()
    })
  }

  /**
   * Aborts a request when the last window closes: the owner closes with that window, without notice. Checks the windows for as long as the
   * request is pending.
   */
  async watchWindows(done: AbortSignal, deserted: AbortController): Promise<void> {
    for (;;) {
      if (this.link.client) await this.pause()
      if (done.aborted) return
      if ((await this.windows()).length === 0) {
        deserted.abort(new NoOwner('no tab of this site is open to run the control plane'))
        this.link.forget()
        return
      }
      if (!this.link.client) await this.pause()
    }
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => void this.clock.setTimer(ASK_AGAIN_MS, resolve))
  }
}
