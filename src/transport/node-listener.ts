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
import type { Fetch } from './connection'
import { bodyOf, departureOf, requestOf } from './node-request'
import { connectionOf } from './node-peer'
import { writeAnswer } from './node-answer'
import { streamOf } from '../machinery/socket-stream'
import { type AskedSocket, isUninvited, sendOverSocket, takeBearerProtocol } from './socket-door'
import { onUpgrade } from './upgrade'

export interface TlsOptions {
  /** PEM. */
  readonly cert: string
  readonly key: string
  /** PEM of the authorities whose client certificates are asked for; who they are is decided behind the door. */
  readonly clientCa?: readonly string[]
}

export interface ListenOptions {
  readonly host: string
  /**
   * Looks at a request first, and may change its `url`. Undefined when it has answered; a function that answers in place of the
   * one that is served otherwise.
   */
  readonly route?: (incoming: IncomingMessage, outgoing: ServerResponse) => Fetch | undefined
  /** Takes a connection that asks for another protocol, and says so; what it leaves is answered as an ordinary request. */
  readonly upgrade?: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  /** 0 for any. */
  readonly port: number
  readonly tls?: TlsOptions
  /** What could not be answered: broken connections apart, there should be none. */
  readonly onError: (error: unknown) => void
  /** The answer to what is no request that could be handed on: its code, and what is wrong with it. */
  readonly refuse: (code: number, message: string) => Response
}

export interface Listener {
  /** Such as `https://127.0.0.1:6443`. */
  readonly address: string
  /** Shows another certificate to whoever connects from now on. Throws when there was none before. */
  setTls(tls: TlsOptions): void
  /** Takes no more connections, waits `graceMs` for requests under way, then cuts them. */
  close(graceMs: number): Promise<void>
}

// What a request line and headers may be together, as other servers of the API have it.
const MAX_HEADER_BYTES = 1024 * 1024

const UNINVITED = 'a page of another origin needs a token of its own'
const NO_METHOD = 'the server does not allow this method on the requested resource'
/** What Node's parser refuses, by its code. */
const UNREADABLE: Readonly<Record<string, readonly [code: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `the request line and headers are longer than ${MAX_HEADER_BYTES} bytes`],
  HPE_INVALID_METHOD: [405, NO_METHOD],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
}

/** Serves a function over HTTP, or over TLS with client certificates. Rejects when the address can't be had. */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listener> {
  const { host, port, tls, onError, refuse } = options
  const scheme = tls ? 'https' : 'http'
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse, asked?: AskedSocket): void => {
    if (asked) takeBearerProtocol(incoming)
    const routed = options.route ? options.route(incoming, outgoing) : fetch
    if (!routed) return
    const answer = asked && isUninvited(incoming, scheme) ? async () => refuse(403, UNINVITED) : routed
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
          // Who the peer is, and whether it may come in, is for authentication to say.
          rejectUnauthorized: false,
        },
        (incoming, outgoing) => handle(incoming, outgoing),
      )
    : createHttpServer({ maxHeaderSize: MAX_HEADER_BYTES }, handle)
  server.keepAliveTimeout = 65_000
  // Lines are limited by their bytes alone.
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
  // A resumed session would not show the peer's whole chain.
  secureOptions: constants.SSL_OP_NO_TICKET,
})

async function serve(
  fetch: Fetch,
  refuse: ListenOptions['refuse'],
  {
    incoming,
    outgoing,
    asked,
  }: { incoming: IncomingMessage; outgoing: ServerResponse; asked?: AskedSocket | undefined },
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

/** Answers on a bare socket, for what never became a request. */
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
