import { linkName, type SiteMessage, siteName } from './page-protocol'
import { type ClientMessage, type ServerMessage, serverWire } from './port-protocol'
import { type PortServer, type PortServerOptions, servePort } from './port-server'
import { createSystemClock } from '../machinery/system-clock'
import { RecentWrites } from './recent-writes'
import { broadcastWire, type Wire } from './wire'

/** What the owner of a site's control plane serves. */
export interface SiteService {
  readonly options: PortServerOptions
  /** To be sent to every client. */
  onEvent(listener: (name: string, payload: unknown) => void): void
  onState(listener: () => void): void
}

export interface SiteOwner {
  /** Serves a port now, or as soon as this worker is the owner. */
  readonly serve: (port: MessagePort) => void
}

/**
 * Waits for the site's lock, starts the service when it has it, and then serves whoever asks. The lock goes with the worker,
 * however it ends: the next one in line takes over.
 */
export function waitForOwnership(scope: string, locks: LockManager, start: () => Promise<SiteService>): SiteOwner {
  const site = siteName(scope)
  const clients = new Set<PortServer>()
  const writes = new RecentWrites(createSystemClock())
  let waiting: MessagePort[] = []
  let service: SiteService | undefined

  function serveWire(wire: Wire<ServerMessage, ClientMessage>): void {
    if (!service) return
    const client = servePort(wire, { ...service.options, writes }, () => clients.delete(client))
    clients.add(client)
  }

  async function own(): Promise<never> {
    service = await start()
    service.onEvent((name, payload) => {
      for (const client of clients) client.emit(name, payload)
    })
    service.onState(() => {
      for (const client of clients) client.update()
    })
    const channel = new BroadcastChannel(site)
    channel.onmessage = ({ data }: MessageEvent<SiteMessage>) => {
      if (data.type === 'seek') serveWire(broadcastWire(linkName(site, data.link), 'server'))
    }
    channel.postMessage({ type: 'owner' } satisfies SiteMessage)
    for (const port of waiting) serveWire(serverWire(port))
    waiting = []
    return new Promise<never>(() => undefined) // the lock is held as long as the worker lives
  }

  locks.request(site, own).catch((error: unknown) => {
    // Uncaught, so that the window hears of it.
    queueMicrotask(() => {
      throw error
    })
  })
  return {
    serve(port) {
      if (service) serveWire(serverWire(port))
      else waiting.push(port)
    },
  }
}
