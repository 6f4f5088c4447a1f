import type { Clock } from '../machinery/clock'
import type { Connection, Fetch } from './connection'
import { NoOwner } from './owner-link'
import { PortClient } from './port-client'
import type { ClientMessage, ServerMessage } from './port-protocol'
import { servePort } from './port-server'
import { API_LANE, type FrameSocket, lanesOver, OUTSIDE_LANE } from './relay-wire'

/** A tab's connection to a relay: native clients come in through it, and calls to the outside world go out. */
export interface TabRelay {
  readonly outside: { fetch(request: Request, trust?: unknown): Promise<Response> }
  /** Reads a file from the folders that the relay exposes. */
  readFile(name: string): Promise<string>
  /** Ends the connection for good. */
  close(): void
}

const RETRY_MS = 1_000
const PATIENCE_MS = 10_000

/** Connects to the relay, and again whenever the connection is lost. */
export function connectRelay(address: string, { clock, fetch }: { clock: Clock; fetch: Fetch }): TabRelay {
  let current: PortClient | undefined
  let waiting: ((client: PortClient) => void)[] = []
  let closed = false
  let socket: FrameSocket | undefined

  function connect(): void {
    if (closed) return
    const lane = lanesOver((socket = openSocket(address)))
    const server = servePort(lane<ServerMessage, ClientMessage>(API_LANE), {
      clock,
      fetch: (request, as) => fetch(request, as as Connection),
      control: () => Promise.reject(new Error('a relay passes requests only')),
      state: () => ({}),
      nonce: () => new ArrayBuffer(0),
      verifyProof: () => Promise.resolve(false),
    })
    const client = new PortClient(lane<ClientMessage, ServerMessage>(OUTSIDE_LANE), {
      clock,
      onLost: () => {
        if (current === client) current = undefined
        server.close()
        if (!closed) clock.setTimer(RETRY_MS, connect)
      },
    })
    client.welcome.then(
      () => {
        current = client
        for (const go of waiting.splice(0)) go(client)
      },
      () => undefined, // onLost reports the failure and tries again
    )
  }

  function reach(): Promise<PortClient> {
    if (current) return Promise.resolve(current)
    return new Promise((resolve, reject) => {
      const found = (client: PortClient): void => {
        cancel()
        resolve(client)
      }
      const cancel = clock.setTimer(PATIENCE_MS, () => {
        waiting = waiting.filter((other) => other !== found)
        reject(new NoOwner(`the relay at ${address} does not answer`))
      })
      waiting.push(found)
    })
  }

  connect()
  return {
    outside: { fetch: async (request, trust = {}) => (await reach()).fetch(request, trust) },
    async readFile(name) {
      const url = new URL(`file://${encodeURI(name)}`)
      const response = await (await reach()).fetch(new Request(url), {})
      if (!response.ok) throw new Error(await response.text())
      return response.text()
    },
    close() {
      closed = true
      socket?.close()
    },
  }
}

/** Opens a WebSocket to a server; messages sent before it is open are queued. */
export function openSocket(address: string): FrameSocket {
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  const early: Uint8Array<ArrayBuffer>[] = []
  socket.addEventListener('open', () => {
    for (const frame of early.splice(0)) socket.send(frame)
  })
  return {
    send(frame) {
      if (socket.readyState === WebSocket.CONNECTING) early.push(frame)
      else if (socket.readyState === WebSocket.OPEN) socket.send(frame)
    },
    listen(frame, closed) {
      socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => frame(data))
      socket.addEventListener('close', closed)
    },
    close: () => socket.close(),
  }
}
