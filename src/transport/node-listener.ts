import { constants } from 'node:crypto'
import {
  createServer as createHttpServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContextOptions } from 'node:tls'
import { streamOf } from '../machinery/socket-stream'
import type { Fetch } from './connection'
import { bodyOf, departureOf, requestOf } from './node-request'
import { connectionOf } from './node-peer'
import { writeAnswer } from './node-answer'
import { type UpgradeSocket, isCrossOriginWithoutToken, sendOverSocket, takeBearerProtocol } from './websocket-streams'
import { onUpgrade } from './upgrade'

/** A TLS certificate with its key. */
export interface TlsOptions {
  /** PEM. */
  readonly cert: string
  readonly key: string
  /** PEM certificates of the authorities to request client certificates for; authentication decides whether to trust them. */
  readonly clientCa?: readonly string[]
}

/** Where a listener listens, and what it does before and around requests. */
export interface ListenOptions {
  readonly host: string
  /**
   * Inspects a request first, and may change its `url`. Returns undefined if it has answered, or else the function that answers the
   * request.
   */
  readonly route?: (incoming: IncomingMessage, outgoing: ServerResponse) => Fetch | undefined
  /** Handles a connection that asks for another protocol and returns true; otherwise it is answered as an ordinary request. */
  readonly upgrade?: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  /** 0 for any free port. */
  readonly port: number
  readonly tls?: TlsOptions
  /** Called for requests that could not be answered: apart from broken connections there should be none. */
  readonly onError: (error: unknown) => void
  /** The answer to something that is not a valid request: its code, and the problem. */
  readonly refuse: (code: number, message: string) => Response
}

/** An open HTTP server. */
export interface Listener {
  /** Such as `https://127.0.0.1:6443`. */
  readonly address: string
  /** Uses another certificate for new connections. Throws if the listener has no TLS. */
  setTls(tls: TlsOptions): void
  /** Accepts no more connections, waits `graceMs` for pending requests, then cuts them. */
  close(graceMs: number): Promise<void>
}

// Maximum size of a request line with its headers, as in other servers of this API.
const MAX_HEADER_BYTES = 1024 * 1024

const UNINVITED = 'a page of another origin needs a token of its own'
const NO_METHOD = 'the server does not allow this method on the requested resource'
/** Errors of Node's parser, by code. */
const UNREADABLE: Readonly<Record<string, readonly [code: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `the request line and headers are longer than ${MAX_HEADER_BYTES} bytes`],
  HPE_INVALID_METHOD: [405, NO_METHOD],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
}

/** Serves a function over HTTP, or over TLS with client certificates. Rejects if it can't listen on the address. */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listener> {
  const { host, port, tls, onError, refuse } = options
  const scheme = tls ? 'https' : 'http'
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse, asked?: UpgradeSocket): void => {
    if (asked) takeBearerProtocol(incoming)
    const routed = options.route ? options.route(incoming, outgoing) : fetch
    if (!routed) return
    const answer = asked && isCrossOriginWithoutToken(incoming, scheme) ? async () => refuse(403, UNINVITED) : routed
    serve(answer, refuse, { incoming, outgoing, asked }).catch((error: unknown) => {
      if (!outgoing.destroyed) onError(error)
      outgoing.destroy()
    })
  }
  const server: Server = tls
    ? createHttpsServer(
        {
          maxHeaderSize: MAX_HEADER_BYTES,
          ...secureContext(tls),
          requestCert: true,
          // Authentication decides who the peer is, and whether to trust it.
          rejectUnauthorized: false,
        },
        (incoming, outgoing) => handle(incoming, outgoing),
      )
    : createHttpServer({ maxHeaderSize: MAX_HEADER_BYTES }, handle)
  server.keepAliveTimeout = 65_000
  // Headers are limited by size only.
  server.maxHeadersCount = 0
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const [code, message] = UNREADABLE[error.code ?? ''] ?? [400, 'the request line or a header is malformed']
    refuseRaw(socket, refuse(code, message)).catch(onError)
  })
  server.on('connect', (_incoming, socket) => {
    refuseRaw(socket, refuse(405, NO_METHOD)).catch(onError)
  })
  const cutUpgraded = onUpgrade(server, options.upgrade, handle)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const bound = server.address() as AddressInfo
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return {
    address: `${scheme}://${name}:${bound.port}`,
    setTls(changed) {
      if (!(server instanceof HttpsServer)) throw new Error('a server without TLS shows no certificate')
      server.setSecureContext(secureContext(changed))
    },
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const cut = setTimeout(() => {
        server.closeAllConnections()
        cutUpgraded()
      }, graceMs)
      await closed
      clearTimeout(cut)
    },
  }
}

const secureContext = ({ cert, key, clientCa }: TlsOptions): SecureContextOptions => ({
  cert,
  key,
  ...(clientCa?.length && { ca: [...clientCa] }),
  // A resumed session would not provide the peer's whole chain.
  secureOptions: constants.SSL_OP_NO_TICKET,
})

async function serve(
  fetch: Fetch,
  refuse: ListenOptions['refuse'],
  {
    incoming,
    outgoing,
    asked,
  }: { incoming: IncomingMessage; outgoing: ServerResponse; asked?: UpgradeSocket | undefined },
): Promise<void> {
  const body = bodyOf(incoming)
  const request = requestOf(incoming, body instanceof Promise ? await body : body, departureOf(incoming, outgoing))
  const response = request
    ? await fetch(request, connectionOf(incoming))
    : refuse(400, 'the request line or a header is malformed')
  const of = asked && streamOf(response)
  if (!of) return writeAnswer(response, incoming, outgoing)
  outgoing.detachSocket(asked.socket)
  await sendOverSocket(response, of, asked)
}

/** Answers on a bare socket, for data that never became a request. */
async function refuseRaw(socket: Duplex, response: Response): Promise<void> {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = Buffer.from(await response.arrayBuffer())
  const headers = [...response.headers, ['content-length', String(body.length)], ['connection', 'close']]
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.on('error', () => socket.destroy())
  socket.end(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}\r\n${lines}\r\n`),
      body,
    ]),
  )
}
