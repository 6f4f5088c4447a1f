import { constants } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { keepContent, TextResponse } from '../machinery/whole-body'
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
  /** 0 for any. */
  readonly port: number
  readonly tls?: TlsOptions
  /** What could not be answered: broken connections apart, there should be none. */
  readonly onError: (error: unknown) => void
}

export interface Listener {
  /** Such as `https://127.0.0.1:6443`. */
  readonly address: string
  /** Takes no more connections, waits `graceMs` for requests under way, then cuts them. */
  close(graceMs: number): Promise<void>
}

// Larger bodies, and those of unknown size, are read as they come.
const READ_AT_ONCE = 4 * 1024 * 1024
// Below it, compressing costs more than it saves.
const GZIP_FROM = 128 * 1024
const compress = promisify(gzip)

/** Serves a function over HTTP, or over TLS with client certificates. Rejects when the address can't be had. */
export async function listen(fetch: Fetch, { host, port, tls, onError }: ListenOptions): Promise<Listener> {
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    serve(fetch, incoming, outgoing).catch((error: unknown) => {
      if (!outgoing.destroyed) onError(error)
      outgoing.destroy()
    })
  }
  const server: Server = tls
    ? createHttpsServer(
        {
          cert: tls.cert,
          key: tls.key,
          requestCert: true,
          // Who the peer is, and whether it may come in, is for authentication to say.
          rejectUnauthorized: false,
          ...(tls.clientCa?.length && { ca: [...tls.clientCa] }),
          // A resumed session would not show the peer's whole chain.
          secureOptions: constants.SSL_OP_NO_TICKET,
        },
        handle,
      )
    : createHttpServer(handle)
  server.keepAliveTimeout = 65_000
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
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
    },
  }
}

async function serve(fetch: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const abort = new AbortController()
  outgoing.on('close', () => abort.abort(new DOMException('the client went away', 'AbortError')))
  const request = await requestOf(incoming, abort.signal)
  if (!request) {
    outgoing.writeHead(400, { 'content-type': 'text/plain', connection: 'close' })
    outgoing.end('400 Bad Request: the request line or a header is malformed\n')
    return
  }
  const response = await fetch(request, connectionOf(incoming))
  await write(response, incoming, outgoing)
}

/** Undefined when no request can be made of it. */
async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request | undefined> {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  const length = Number(incoming.headers['content-length'] ?? NaN)
  const chunked = incoming.headers['transfer-encoding'] !== undefined
  const hasBody = method !== 'GET' && method !== 'HEAD' && (chunked || length > 0)
  const body = !hasBody
    ? undefined
    : length <= READ_AT_ONCE
      ? await bytesOf(incoming)
      : (Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>)
  try {
    const headers = new Headers()
    for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
    const scheme = 'encrypted' in incoming.socket ? 'https' : 'http'
    const origin = `${scheme}://${incoming.headers.host ?? 'localhost'}`
    // Two slashes at the start of a path begin no host.
    const address = url.startsWith('/') ? new URL(origin + url) : new URL(url, origin)
    // Node asks for `duplex` where the body is a stream; the browsers' types do not know it.
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal, duplex: 'half', ...(body && { body }) }
    const request = new Request(address, init)
    if (body instanceof Uint8Array) keepContent(request, body)
    return request
  } catch {
    return undefined // a method, address or header that HTTP does not allow
  }
}

async function bytesOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return new Uint8Array(Buffer.concat(parts))
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

async function write(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  // What was not read of the request would be taken for the next one.
  if (!incoming.complete && incoming.headers['content-length'] !== '0') outgoing.setHeader('connection', 'close')
  outgoing.statusCode = response.status
  const text = TextResponse.textOf(response)
  if (text !== undefined) return finish(Buffer.from(text), response, incoming, outgoing)
  const reader = response.body?.getReader()
  if (!reader) {
    outgoing.end()
    return
  }
  outgoing.on('close', () => {
    // After a complete answer there is nothing to cancel; a broken one has its error already.
    reader.cancel().catch(() => undefined)
  })
  const first = await gather(reader, reader.read(), Infinity)
  if (first.done) return finish(Buffer.from(first.bytes ?? new ArrayBuffer(0)), response, incoming, outgoing)
  outgoing.flushHeaders()
  await pipeline(partsOf(reader, first), outgoing)
}

/** Sends a body that is there as a whole. */
async function finish(
  whole: Buffer,
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const zipped = await zip(whole, response, incoming)
  if (zipped) {
    outgoing.setHeader('content-encoding', 'gzip')
    outgoing.appendHeader('vary', 'Accept-Encoding')
  }
  const content = zipped ?? whole
  if (response.status !== 204 && response.status !== 304) outgoing.setHeader('content-length', content.length)
  outgoing.end(content)
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

/** Whole answers of some size, for those who ask; streams would be held up by it. */
async function zip(body: Buffer, response: Response, incoming: IncomingMessage): Promise<Buffer | undefined> {
  if (body.length < GZIP_FROM || response.headers.has('content-encoding')) return undefined
  const codings = (incoming.headers['accept-encoding']?.toString() ?? '').split(',').map((coding) => coding.trim())
  const wanted = codings.some((coding) => /^gzip\s*(;\s*q=(?!0(\.0*)?$)[\d.]+)?$/i.test(coding))
  return wanted ? compress(body, { level: 1 }) : undefined
}
