/** Connections whose client asks for another protocol. */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { asksForSocket } from '../machinery/socket-stream'
import type { AskedSocket } from './socket-door'

/**
 * What `taken` leaves is handed on as an ordinary request, since it is for its handler to say what it thinks of the other
 * protocol; one that asks for a WebSocket comes with its connection. Node lets go of such connections: the function that is
 * returned cuts those that are left.
 */
export function onUpgrade(
  server: Server,
  taken: ((incoming: IncomingMessage, socket: Duplex, head: Buffer) => boolean) | undefined,
  handle: (incoming: IncomingMessage, outgoing: ServerResponse, asked?: AskedSocket) => void,
): () => void {
  const open = new Set<Socket>()
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    if (taken?.(incoming, socket, head)) return
    const { headers } = incoming
    const asks = asksForSocket({ get: (name) => headers[name]?.toString() ?? null })
    // Node reads no body of a request that asks for another protocol. Whoever sends one can do without.
    if (!asks && hasBody(incoming)) return serveAgain(server, incoming, socket, head)
    const outgoing = new ServerResponse(incoming)
    outgoing.shouldKeepAlive = false
    outgoing.assignSocket(socket)
    outgoing.on('finish', () => socket.end())
    handle(incoming, outgoing, asks ? { incoming, socket, head } : undefined)
  })
  return () => {
    for (const socket of open) socket.destroy()
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

const OF_UPGRADES = new Set(['upgrade', 'connection', 'http2-settings'])

/** Puts a request back to the front of its connection without asking for another protocol. */
function serveAgain(server: Server, incoming: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = incoming
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (!OF_UPGRADES.has(rawHeaders[i]?.toLowerCase() ?? '')) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`)
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit(server instanceof HttpsServer ? 'secureConnection' : 'connection', socket)
}
