import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../machinery/clock'
import { createSystemClock } from '../machinery/system-clock'
import { parseGoDuration } from '../machinery/go-duration'
import { messageOf } from '../machinery/message-of'
import type { Fetch } from './connection'
import { type Listener, listen, type TlsOptions } from './node-listener'
import { NoOwner, OwnerLink } from './owner-link'
import { PortClient } from './port-client'
import type { ClientMessage, ServerMessage } from './port-protocol'
import { servePort } from './port-server'
import { API_LANE, type FrameSocket, lanesOver, OUTSIDE_LANE } from './relay-wire'

/** Where a relay listens, and what it lets through. */
export interface RelayOptions {
  readonly host: string
  readonly port: number
  readonly tls?: TlsOptions
  /** The network as the relay's machine reaches it, for the tab's calls. */
  readonly outside: { fetch(request: Request, trust?: unknown): Promise<Response> }
  /** Folders whose files the tab may read. */
  readonly folders: readonly string[]
  /** The answer while no tab is connected. */
  unavailable(message: string): Response
  /** The answer to something that is not a valid request. */
  refuse(code: number, message: string): Response
  onError(error: unknown): void
  /** The machine's clock by default; tests set another. */
  readonly clock?: Clock
}

/** A running relay: native clients on one side, a tab on the other. */
export interface Relay {
  /** Where native clients connect. */
  readonly address: string
  /** The `?relay=` parameter of the page; only a client that knows it can take the tab's place. */
  readonly pageAddress: string
  /** Resolves when a tab is connected, however long that takes; rejects if the relay is closed before. */
  connected(): Promise<void>
  close(): Promise<void>
}

/** How long a request waits for a tab, unless its `timeout` parameter asks for another time. */
const PATIENCE_MS = 10_000
const PATIENCE_AT_MOST_MS = 60_000
const GRACE_MS = 1_000
const ABSENT = 'no tab is connected to the relay: open the address that it has printed, and leave the tab open'

/** Listens for native clients and forwards their requests to the control plane of the connected tab. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { clock = createSystemClock() } = options
  const closing = new AbortController()
  const link = new OwnerLink({ clock, patienceMs: PATIENCE_MS, seek: () => undefined })
  const key = crypto.randomUUID()
  const http = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ server: http, path: `/${key}`, maxPayload: 64 * 1024 * 1024 })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(0, options.host, resolve)
  })
  sockets.on('connection', (socket) => {
    const lane = lanesOver(frameSocket(socket))
    servePort(lane<ServerMessage, ClientMessage>(OUTSIDE_LANE), {
      clock,
      fetch: (request, trust) =>
        request.url.startsWith('file:')
          ? showFile(request.url, options.folders)
          : options.outside.fetch(request, trust),
      control: () => Promise.reject(new Error('a relay passes requests only')),
      state: () => ({}),
      nonce: () => new ArrayBuffer(0),
      verifyProof: () => Promise.resolve(false),
    })
    const client = new PortClient(lane<ClientMessage, ServerMessage>(API_LANE), { clock })
    client.welcome.then(
      () => link.use(client),
      () => undefined, // it left before it served; the next one will be used
    )
  })
  const pass: Fetch = async (request, connection) => {
    try {
      return await link.fetch(request, () => connection, undefined, patienceOf(request.url))
    } catch (error) {
      request.signal.throwIfAborted()
      return options.unavailable(error instanceof NoOwner ? ABSENT : messageOf(error))
    }
  }
  const listener: Listener = await listen(pass, options)
  const { port } = http.address() as AddressInfo
  return {
    address: listener.address,
    pageAddress: `ws://${options.host}:${port}/${key}`,
    async connected() {
      await link.reach(closing.signal, Infinity)
    },
    async close() {
      closing.abort(new DOMException('the relay was closed', 'AbortError'))
      await listener.close(GRACE_MS)
      for (const socket of sockets.clients) socket.terminate()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** How long a request is prepared to wait; an invalid duration is left to the control plane to refuse. */
function patienceOf(url: string): number {
  const asked = parseGoDuration(new URL(url).searchParams.get('timeout') ?? '')
  return asked === undefined || asked <= 0 ? PATIENCE_MS : Math.min(asked, PATIENCE_AT_MOST_MS)
}

async function showFile(url: string, folders: readonly string[]): Promise<Response> {
  const file = resolve(fileURLToPath(url))
  if (!folders.some((folder) => file.startsWith(resolve(folder) + sep)))
    return new Response(`${file} is in no folder that the relay shows`, { status: 403 })
  try {
    return new Response(await readFile(file))
  } catch (error) {
    return new Response(messageOf(error), { status: 404 })
  }
}

/** Adapts a WebSocket to one end of a connection to a page. */
export function frameSocket(socket: WebSocket): FrameSocket {
  socket.binaryType = 'arraybuffer'
  return {
    send: (frame) => socket.send(frame),
    listen(frame, closed) {
      socket.on('message', (data) => frame(data as ArrayBuffer))
      socket.on('close', closed)
      socket.on('error', () => socket.terminate())
    },
    close: () => socket.close(),
  }
}
