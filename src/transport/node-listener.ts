import { constants } from 'node:crypto'
import {
  createServer as createHttpServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SecureContextOptions, TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { wireStatusOf } from '../machinery/wire-status'
import { headersOfLines, keepHeaderLines } from '../machinery/header-lines'
import { keepTarget } from '../machinery/request-target'
import { TextResponse, WholeRequest } from '../machinery/whole-body'
import type { Connection, Fetch } from './connection'
import { gather } from './gather'

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
// So much of a body that was refused is read and thrown away, so that its sender gets to read the answer.
const DRAIN_BYTES = 64 * 1024 * 1024
const DRAIN_MS = 10_000
const NO_METHOD = 'the server does not allow this method on the requested resource'
/** What Node's parser refuses, by its code. */
const UNREADABLE: Readonly<Record<string, readonly [code: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `the request line and headers are longer than ${MAX_HEADER_BYTES} bytes`],
  HPE_INVALID_METHOD: [405, NO_METHOD],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
}
// Larger bodies, and those of unknown size, are read as they come.
const READ_AT_ONCE = 4 * 1024 * 1024
// Below it, compressing costs more than it saves.
const GZIP_FROM = 128 * 1024
const compress = promisify(gzip)

/** Serves a function over HTTP, or over TLS with client certificates. Rejects when the address can't be had. */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listener> {
  const { host, port, tls, onError, refuse } = options
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const answer = options.route ? options.route(incoming, outgoing) : fetch
    if (!answer) return
    serve(answer, refuse, incoming, outgoing).catch((error: unknown) => {
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
        handle,
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
  const { upgrade } = options
  if (upgrade)
    server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
      if (upgrade(incoming, socket, head)) return
      const outgoing = new ServerResponse(incoming)
      outgoing.shouldKeepAlive = false
      outgoing.assignSocket(socket)
      outgoing.on('finish', () => socket.end())
      handle(incoming, outgoing)
    })
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
    address: `${tls ? 'https' : 'http'}://${name}:${bound.port}`,
    setTls(changed) {
      if (!(server instanceof HttpsServer)) throw new Error('a server without TLS shows no certificate')
      server.setSecureContext(secureContext(changed))
    },
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
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
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = bodyOf(incoming)
  const request = requestOf(incoming, body instanceof Promise ? await body : body, departureOf(incoming, outgoing))
  const response = request
    ? await fetch(request, connectionOf(incoming))
    : refuse(400, 'the request line or a header is malformed')
  await write(response, incoming, outgoing)
}

/** Makes a signal that aborts when the client leaves before it has its answer. */
function departureOf(incoming: IncomingMessage, outgoing: ServerResponse): () => AbortSignal {
  return () => {
    const abort = new AbortController()
    const left = (): void => {
      if (!outgoing.writableFinished) abort.abort(new DOMException('the client went away', 'AbortError'))
    }
    if (incoming.socket.destroyed) left()
    else outgoing.on('close', left)
    return abort.signal
  }
}

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

/** The body of a request that has one: at once where it is short. */
function bodyOf(incoming: IncomingMessage): Promise<Body> | Body | undefined {
  const { method, headers } = incoming
  if (method === 'GET' || method === 'HEAD') return undefined
  const length = Number(headers['content-length'] ?? NaN)
  if (!(length > 0) && headers['transfer-encoding'] === undefined) return undefined
  return length <= READ_AT_ONCE ? bytesOf(incoming) : streamOf(incoming)
}

/** Undefined when no request can be made of it. */
function requestOf(
  { method = 'GET', url = '/', rawHeaders, headers: named, socket }: IncomingMessage,
  body: Body | undefined,
  signal: () => AbortSignal,
): Request | undefined {
  try {
    const headers = headersOfLines(rawHeaders)
    const origin = originOf('encrypted' in socket ? 'https' : 'http', named.host ?? 'localhost')
    if (origin === undefined) return undefined
    const target = targetText(url)
    if (!body || body instanceof Uint8Array)
      return new WholeRequest(origin + target, { method, headers, signal, ...(body && { content: body }) })
    // Node asks for `duplex` where the body is a stream; the browsers' types do not know it.
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal: signal(), duplex: 'half', body }
    const request = new Request(origin, init)
    keepTarget(request, target)
    keepHeaderLines(request.headers, rawHeaders)
    return request
  } catch {
    return undefined // a method, address or header that HTTP does not allow
  }
}

/** Undefined for a host that makes no address. */
function originOf(scheme: string, host: string): string | undefined {
  const origin = `${scheme}://${host}`
  return URL.canParse(origin) ? origin : undefined
}

/** Path and query as they were sent; of a whole address only they count, since `Host` says who is asked. */
function targetText(url: string): string {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '')
  // Bytes above ASCII arrive as Latin-1; a number sign begins no fragment here.
  const escaped = target.replace(/[^\x21-\x7e]|#/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return escaped.startsWith('/') ? escaped : `/${escaped}`
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

/** A body as it comes. Whoever stops reading leaves the rest to be drained: the connection still has to carry the answer. */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>
  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    async pull(controller) {
      const part = await parts.next()
      if (part.done) controller.close()
      else controller.enqueue(new Uint8Array(part.value))
    },
    async cancel() {
      await parts.return?.()
    },
  }
  // Nothing is read before it is asked for: a body that stays unread can be drained.
  return new ReadableStream(source, { highWaterMark: 0 })
}

function bytesOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const parts: Buffer<ArrayBuffer>[] = []
    incoming
      .on('data', (part: Buffer<ArrayBuffer>) => parts.push(part))
      .on('end', () =>
        resolve(new Uint8Array(parts.length === 1 ? (parts[0] as Buffer<ArrayBuffer>) : Buffer.concat(parts))),
      )
      .on('error', reject)
      // After a whole body this tells nobody anything.
      .on('close', () => reject(new Error('the client went away')))
  })
}

function connectionOf({ socket }: IncomingMessage): Connection {
  const remote = socket.remoteAddress ?? ''
  if (!('encrypted' in socket)) return { remote, secure: false }
  const peerCertificates = peerChain(socket as TLSSocket)
  return { remote, secure: true, ...(peerCertificates.length > 0 && { peerCertificates }) }
}

const chains = new WeakMap<TLSSocket, readonly Uint8Array[]>()

/** The peer's chain as it was presented, leaf first; the handshake has proven possession of its key. */
function peerChain(socket: TLSSocket): readonly Uint8Array[] {
  const known = chains.get(socket)
  if (known) return known
  const chain: Uint8Array[] = []
  let certificate = socket.getPeerCertificate(true)
  while (certificate?.raw) {
    chain.push(new Uint8Array(certificate.raw))
    const { issuerCertificate } = certificate
    if (!issuerCertificate || issuerCertificate === certificate) break
    certificate = issuerCertificate
  }
  chains.set(socket, chain)
  return chain
}

/** Answers in one write where the answer is there as a whole. */
async function write(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const text = TextResponse.textOf(response)
  if (text !== undefined) return finish(text, response, incoming, outgoing)
  const reader = response.body?.getReader()
  if (!reader) {
    outgoing.writeHead(wireStatusOf(response), linesOf(response, incoming)).end()
    return
  }
  outgoing.on('close', () => {
    // After a complete answer there is nothing to cancel; a broken one has its error already.
    reader.cancel().catch(() => undefined)
  })
  const first = await gather(reader, reader.read(), Infinity)
  if (first.done) return finish(Buffer.from(first.bytes ?? new ArrayBuffer(0)), response, incoming, outgoing)
  outgoing.writeHead(wireStatusOf(response), linesOf(response, incoming))
  outgoing.flushHeaders()
  await pipeline(partsOf(reader, first), outgoing)
}

/** Header lines of the answer, as Node takes them in one go. */
function linesOf(response: Response, incoming: IncomingMessage, length?: number): string[] {
  // What was not read of the request would be taken for the next one.
  const close = !incoming.complete && incoming.headers['content-length'] !== '0'
  const lines: string[] = []
  for (const [name, value] of response.headers) {
    // An answer that was fetched elsewhere has these already, and no line may come twice.
    if ((name === 'content-length' && length !== undefined) || (name === 'connection' && close)) continue
    lines.push(name, value)
  }
  if (length !== undefined) lines.push('content-length', String(length))
  if (close) lines.push('connection', 'close')
  return lines
}

/** Sends a body that is there as a whole. */
async function finish(
  whole: string | Buffer,
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const length = Buffer.byteLength(whole)
  const zipped =
    length >= GZIP_FROM && takesGzip(response, incoming) ? await compress(Buffer.from(whole), { level: 1 }) : undefined
  const content = zipped ?? whole
  const hasLength = response.status !== 204 && response.status !== 304
  const lines = linesOf(response, incoming, hasLength ? (zipped?.length ?? length) : undefined)
  if (zipped) lines.push('content-encoding', 'gzip', 'vary', 'Accept-Encoding')
  outgoing.writeHead(wireStatusOf(response), lines)
  // A text goes out together with the header; where each character is a byte it need not be encoded.
  const encoding = typeof content === 'string' && content.length === length ? 'latin1' : 'utf8'
  if (incoming.complete) {
    outgoing.end(content, encoding)
    return
  }
  // A client that still sends would find the connection reset before it reads the answer.
  outgoing.write(content, encoding)
  await drained(incoming)
  outgoing.end()
}

/** Reads on what is left of a body, within limits. */
function drained(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = DRAIN_BYTES
    const cut = setTimeout(resolve, DRAIN_MS)
    const done = (): void => {
      clearTimeout(cut)
      resolve()
    }
    incoming.on('data', (part: Buffer) => {
      left -= part.length
      if (left < 0) done()
    })
    incoming.removeAllListeners('readable')
    incoming.on('end', done).on('close', done).resume()
  })
}

async function* partsOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: Awaited<ReturnType<typeof gather>>,
): AsyncGenerator<Uint8Array> {
  for (let part = first; ; part = await gather(reader, part.next, GZIP_FROM)) {
    if (part.bytes) yield new Uint8Array(part.bytes)
    if (part.done) return
    if (part.resting) await part.next
  }
}

/** Whole answers of some size are packed for those who ask; streams would be held up by it. */
function takesGzip(response: Response, incoming: IncomingMessage): boolean {
  if (response.headers.has('content-encoding')) return false
  const codings = (incoming.headers['accept-encoding']?.toString() ?? '').split(',').map((coding) => coding.trim())
  return codings.some((coding) => /^gzip\s*(;\s*q=(?!0(\.0*)?$)[\d.]+)?$/i.test(coding))
}
