import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { ServedAt, ServingIdentity } from '../machinery/serving'
import { createSystemClock } from '../machinery/system-clock'
import { type Listener, listen, type ListenOptions, type TlsOptions } from './node-listener'
import { ATTACH_PATH } from './page-protocol'
import { isCrossOrigin, isOwnHost, siteTarget, type SiteTarget, apiTarget } from './site-requests'
import { TabLine } from './tab-line'

/** Where the server of the site listens. */
export interface SiteServerOptions {
  readonly host: string
  readonly port: number
  /** The TLS port. */
  readonly securePort: number
  /** The certificate of the TLS port until a page provides one of its cluster. */
  readonly tls: TlsOptions
  /** Paths of the sites: `/` and the folders in it. */
  readonly sites: readonly string[]
  /** Names in Host headers that are accepted besides those of this machine. */
  readonly hostnames: readonly string[]
  /** Answers a request for a file of the sites. */
  file(incoming: IncomingMessage, outgoing: ServerResponse): void
  unavailable(message: string): Response
  refuse(code: number, message: string): Response
  onError(error: unknown): void
}

/** A running server of the site and, through a page, of its control plane. */
export interface SiteServer {
  /** Such as `http://localhost:5173`. */
  readonly address: string
  readonly secureAddress: string
  /** Resolves when a page of the site serves; rejects if the server is closed before. */
  connected(site: string): Promise<void>
  close(): Promise<void>
}

const GRACE_MS = 1_000
const MAX_FRAME_BYTES = 512 * 1024 * 1024

/** Serves the files of sites, and answers native clients from the open page of their site. */
export async function startSiteServer(options: SiteServerOptions): Promise<SiteServer> {
  const clock = createSystemClock()
  const closing = new AbortController()
  const doors: { open?: Listener; secure?: Listener } = {}
  const lines = new Map(options.sites.map((site) => [site, lineOf(site)]))
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES })
  const named = (listener: Listener | undefined): string => localhost(listener?.address ?? '')

  function lineOf(site: string): TabLine {
    return new TabLine({
      ...options,
      clock,
      absent: () => `no page of this site is open: open ${named(doors.open)}${site} in a browser and leave it open`,
      async serve(page) {
        const path = site.replace(/\/$/, '')
        const at: ServedAt = { address: named(doors.open) + path, secureAddress: named(doors.secure) + path }
        const { certificate, key, authority } = (await page.control('serve', at)) as ServingIdentity
        doors.secure?.setTls({ cert: certificate, key, clientCa: [authority] })
      },
    })
  }

  const route =
    (scheme: 'http' | 'https', targetOf: (sites: readonly string[], target: string) => SiteTarget | undefined) =>
    (incoming: IncomingMessage, outgoing: ServerResponse): ReturnType<NonNullable<ListenOptions['route']>> => {
      if (!isOwnHost(incoming.headers.host, options.hostnames))
        return async () => options.refuse(403, `this server is not called ${incoming.headers.host}`)
      const found = targetOf(options.sites, incoming.url ?? '/')
      if (!found) return void options.file(incoming, outgoing)
      if (isCrossOrigin(incoming, scheme))
        return async () => options.refuse(403, 'pages of other origins may not use this control plane')
      incoming.url = found.target
      return (request, connection) => {
        const line = lineAt(lines, found.site)
        return line ? line.fetch(request, connection) : Promise.resolve(options.unavailable('there is no such site'))
      }
    }

  /** Accepts a connection from a page of this very server. */
  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const line = options.sites.find((site) => incoming.url === site + ATTACH_PATH)
    const own = incoming.headers.origin !== undefined && !isCrossOrigin(incoming, 'http')
    if (!line || !own || !isOwnHost(incoming.headers.host, options.hostnames)) return false
    sockets.handleUpgrade(incoming, socket, head, (page) => lines.get(line)?.accept(page))
    return true
  }

  const nothing = async (): Promise<Response> => options.unavailable('nothing is served here')
  const { tls, ...plain } = options
  doors.open = await listen(nothing, { ...plain, upgrade, route: route('http', siteTarget) })
  try {
    doors.secure = await listen(nothing, {
      ...plain,
      tls,
      port: options.securePort,
      route: route('https', apiTarget),
    })
  } catch (error) {
    await doors.open.close(0)
    throw error
  }
  const { open, secure } = doors
  return {
    address: named(open),
    secureAddress: named(secure),
    connected: async (site) => lines.get(site)?.connected(closing.signal),
    async close() {
      closing.abort(new DOMException('the server was closed', 'AbortError'))
      for (const line of lines.values()) line.close()
      await Promise.all([open.close(GRACE_MS), secure.close(GRACE_MS)])
      sockets.close()
    },
  }
}

/** The line for a path. For the root any page that serves will do if none serves there. */
function lineAt(lines: ReadonlyMap<string, TabLine>, site: string): TabLine | undefined {
  const own = lines.get(site)
  if (site !== '/' || own?.serving) return own
  return [...lines.values()].find(({ serving }) => serving) ?? own
}

/** Users know this machine by name; certificates have both. */
const localhost = (address: string): string => address.replace(/^(https?:\/\/)127\.0\.0\.1:/, '$1localhost:')
