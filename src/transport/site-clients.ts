import type { ClientMessage, ServerMessage } from './port-protocol'
import { type PortServer, type PortServerOptions, servePort } from './port-server'
import type { Wire } from './wire'

type ServerWire = Wire<ServerMessage, ClientMessage>

/** The clients of a site's owner; it sends events to all of them. */
export interface SiteClients extends PortServer {
  serve(wire: ServerWire): void
  /** Serves a link once: a client that asks again has missed the first answer, and gets it again. */
  serveLink(link: string, open: () => ServerWire): void
}

/** Starts without clients. After `close` no client is served. */
export function siteClients(options: PortServerOptions): SiteClients {
  const clients = new Set<PortServer>()
  /** Clients on channels of their own, by link. */
  const links = new Map<string, PortServer>()
  let open = true

  function serve(wire: ServerWire, link?: string): void {
    if (!open) return
    const client = servePort(wire, options, () => {
      clients.delete(client)
      if (link !== undefined) links.delete(link)
    })
    clients.add(client)
    if (link !== undefined) links.set(link, client)
  }

  return {
    serve: (wire) => serve(wire),
    serveLink(link, wire) {
      const known = links.get(link)
      if (known) known.update()
      else if (open) serve(wire(), link)
    },
    emit: (name, payload) => clients.forEach((client) => client.emit(name, payload)),
    update: () => clients.forEach((client) => client.update()),
    close() {
      open = false
      clients.forEach((client) => client.close())
    },
  }
}
