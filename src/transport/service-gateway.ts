import { apiPath } from './page-protocol'
import { planeOfPath, planeOfSearch, planePath } from './plane-address'
import { createPlaneGateway, type PlaneGateway } from './plane-gateway'
import type { FetchEvent, ServiceWorkerScope } from './service-worker-scope'

/** How many clients the service worker remembers at a time. */
const MOST_CLIENTS = 100

/** Answers API requests in the service worker. */
export interface ServiceGateway {
  /** The answer to an API request; undefined for other requests. */
  answer(event: Pick<FetchEvent, 'request' | 'clientId' | 'resultingClientId'>): Promise<Response> | undefined
}

/**
 * Forwards ordinary requests of this site's pages to its control planes. The browser may stop a service worker at any time, so it keeps no
 * essential state: it asks the windows for a port whenever it has none. A path below a plane's belongs to that plane; any other path of the
 * API belongs to the plane that the requesting page shows.
 */
export function createServiceGateway(
  worker: ServiceWorkerScope,
  unavailable: (message: string) => Response,
): ServiceGateway {
  const site = new URL(worker.registration.scope).pathname
  const ways = new Map<string, PlaneGateway>()
  const planes = new Map<string, string>()

  function way(plane: string): PlaneGateway {
    const known = ways.get(plane) ?? createPlaneGateway(worker, plane, unavailable)
    ways.set(plane, known)
    return known
  }

  /** The plane that a client shows, which it keeps: the question takes the browser as long as some answers do. */
  async function planeOfClient(id: string): Promise<string> {
    const known = planes.get(id)
    if (known !== undefined) return known
    const client = id ? await worker.clients.get(id) : undefined
    // A client that is still loading is asked again.
    if (!client) return ''
    const plane = planeOfSearch(new URL(client.url).search)
    if (planes.size >= MOST_CLIENTS) planes.clear()
    planes.set(id, plane)
    return plane
  }

  return {
    answer({ request, clientId, resultingClientId }) {
      const url = new URL(request.url)
      if (url.origin !== new URL(worker.registration.scope).origin) return undefined
      const named = planeOfPath(site, url.pathname)
      const path = apiPath(planePath(site, named ?? ''), url.pathname)
      if (path === undefined) return undefined
      const from = clientId || resultingClientId
      if (named !== undefined) return way(named).send(request, path, from)
      return planeOfClient(clientId).then((plane) => way(plane).send(request, path, from))
    },
  }
}
