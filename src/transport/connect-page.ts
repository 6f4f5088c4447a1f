import { ControlPlaneConnection } from './page-connection'
import type { PageConnection } from './page'
import { ATTACH_MARK, type StartLink, workerName, type WorkerMessage, type WorkerStart } from './page-protocol'
import { planeOfSearch, planePath } from './plane-address'

/** What a page needs to connect to its control plane. */
export interface PageStart {
  /** The request of the page's link. */
  readonly link: StartLink | undefined
  /** Creates a port for each worker that is started; at its other end the page does what only a page can. */
  readonly helper: () => MessagePort
  /** Programs outside the browser can reach the plane through the server that the site came from. */
  readonly programs: boolean
  /** Caching the site for offline use waits for this. */
  readonly shown: Promise<void>
}

/** Starts this tab's worker, registers the service worker, and finds the owner of the control plane. */
export async function connectToControlPlane({ link, helper, programs, shown }: PageStart): Promise<PageConnection> {
  const site = new URL('.', document.baseURI).pathname
  const plane = planeOfSearch(location.search)
  const scope = planePath(site, plane)
  const attach = programs && document.querySelector(`meta[name="${ATTACH_MARK}"]`) !== null
  const start: WorkerStart = {
    scope,
    ...(link && { link }),
    ...(attach && { attach: site }),
  }
  const startWorker = (): Worker => {
    const worker = new Worker(new URL('../control-plane.worker.ts', import.meta.url), {
      type: 'module',
      name: workerName(start),
    })
    worker.postMessage({ type: 'helper' } satisfies WorkerMessage, [helper()])
    return worker
  }
  const page = new ControlPlaneConnection(startWorker, start, site)
  void page.registerServiceWorker(shown)
  return page
}
