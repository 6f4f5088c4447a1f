/** Connections whose client asks for another protocol. */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { asksForSocket } from '../machinery/socket-stream'
import type { UpgradeSocket } from './websocket-streams'

/**
 * Requests that `taken` declines are handled as ordinary ones, because their handler decides about the other protocol; a WebSocket request
 * carries its connection. Node no longer tracks such connections: the returned function cuts the remaining ones.
 */
export function onUpgrade(
  server: Server,
  taken: ((incoming: IncomingMessage, socket: Duplex, head: Buffer) => boolean) | undefined,
  handle: (incoming: IncomingMessage, outgoing: ServerResponse, asked?: UpgradeSocket) => void,
): () => void {
  const open = new Set<Socket>()
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    if (taken?.(incoming, socket, head)) return
    const { headers } = incoming
    const asks = asksForSocket({ get: (name) => headers[name]?.toString() ?? null })
    // Node reads no body of an upgrade request, so a request with a body is served without its upgrade.
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

/** Replays a request on its connection without the upgrade. */
function serveAgain(server: Server, incoming: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = incoming
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (!OF_UPGRADES.has(rawHeaders[i]?.toLowerCase() ?? '')) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`)
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit(server instanceof HttpsServer ? 'secureConnection' : 'connection', socket)
}
