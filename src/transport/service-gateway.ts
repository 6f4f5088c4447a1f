import { apiPath } from './page-protocol'
import { planeOfPath, planeOfSearch, planePath } from './plane-address'
import { createPlaneGateway, type PlaneGateway } from './plane-gateway'
import type { FetchEvent, ServiceWorkerScope } from './service-worker-scope'

export interface ServiceGateway {
  /** The answer to a request of the API's; undefined for requests that are none. */
  answer(event: Pick<FetchEvent, 'request' | 'clientId' | 'resultingClientId'>): Promise<Response> | undefined
}

/**
 * The way of ordinary requests of this site's pages to its control planes. The browser stops a service worker when it likes,
 * so nothing is kept that can't be had again: a port is asked of the windows whenever there is none. A path below a plane's is
 * that plane's; any other path of the API belongs to the plane that the asking page shows.
 */
export function createServiceGateway(
  worker: ServiceWorkerScope,
  unavailable: (message: string) => Response,
): ServiceGateway {
  const site = new URL(worker.registration.scope).pathname
  const ways = new Map<string, PlaneGateway>()

  function way(plane: string): PlaneGateway {
    const known = ways.get(plane) ?? createPlaneGateway(worker, plane, unavailable)
    ways.set(plane, known)
    return known
  }

  async function planeOfClient(id: string): Promise<string> {
    const client = id ? await worker.clients.get(id) : undefined
    return client ? planeOfSearch(new URL(client.url).search) : ''
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
