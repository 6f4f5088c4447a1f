import type { Outside, OutsideTrust } from '../machinery/egress'

/** Plays a service that a cluster would reach over the network; undefined for requests that are not its own. */
export type OutsideHandler = (request: Request, trust: OutsideTrust) => Promise<Response | undefined>
/** Resolves when what answers at an address has started; at once for addresses that are not its own. */
export type Readiness = (url: string) => Promise<void>

export interface TabOutsideOptions {
  /** Asked in order; the first answer counts. */
  readonly handlers: readonly OutsideHandler[]
  readonly readiness?: readonly Readiness[]
  /** Everything that no handler claims: a relay's network, or the browser's own. */
  readonly network: Outside
}

/** The world outside as a tab has it: services simulated in the tab first, then a network. */
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
 * The browser's own network. It trusts what the browser trusts and can be told nothing else: a call that asks for it is
 * refused rather than made with less trust than it should have.
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
