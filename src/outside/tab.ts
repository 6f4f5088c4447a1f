import type { Outside, OutsideTrust } from '../machinery/egress'

/** Simulates a service that a cluster would reach over the network; undefined for requests to other addresses. */
export type OutsideHandler = (request: Request, trust: OutsideTrust) => Promise<Response | undefined>
/** Resolves when the service at an address has started; at once for other addresses. */
export type Readiness = (url: string) => Promise<void>

/** Where requests of a tab's control plane go. */
export interface TabOutsideOptions {
  /** Tried in order; the first answer is used. */
  readonly handlers: readonly OutsideHandler[]
  readonly readiness?: readonly Readiness[]
  /** For requests that no handler answers: a relay's network, or the browser's own. */
  readonly network: Outside
}

/** Outside connections of a tab: simulated services first, then the network. */
export function createTabOutside({ handlers, readiness = [], network }: TabOutsideOptions): Outside {
  return {
    ready: async (url) => void (await Promise.all(readiness.map((ready) => ready(url)))),
    async fetch(request, trust = {}) {
      for (const handler of handlers) {
        const response = await handler(request.clone(), trust)
        if (response) return response
      }
      return network.fetch(request, trust)
    },
  }
}

const UNABLE: readonly (readonly [keyof OutsideTrust, string])[] = [
  ['ca', 'check a certificate against a CA bundle of its own'],
  ['serverName', 'check a certificate for another name than the address has'],
  ['clientCertificate', 'present a client certificate'],
  ['clientKey', 'present a client certificate'],
]

/**
 * The browser's own network. It uses the browser's trust store and cannot be given another; a call that requires one is
 * refused rather than sent with less checking.
 */
export function createBrowserNetwork(fetch: (request: Request) => Promise<Response>): Outside {
  return {
    async fetch(request, trust = {}) {
      const unable = UNABLE.find(([name]) => trust[name])
      if (unable) throw new Error(`${new URL(request.url).origin} can't be called: a browser can't ${unable[1]}`)
      return fetch(new Request(request, { redirect: 'manual', credentials: 'omit', cache: 'no-store' }))
    },
  }
}
