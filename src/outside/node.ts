import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Outside, OutsideTrust } from '../machinery/egress'

/**
 * Network access from Node. Redirects are returned, not followed. Rejects if the peer's certificate was not issued by
 * `trust.ca` (the system's roots if absent) or lacks `trust.serverName` or the URL's host.
 */
export function createNodeOutside(): Outside {
  return {
    async fetch(request, trust = {}) {
      const body = Buffer.from(await request.arrayBuffer())
      const answer = await send(request, body, trust)
      const headers = new Headers()
      for (let i = 0; i < answer.rawHeaders.length; i += 2)
        headers.append(answer.rawHeaders[i] ?? '', answer.rawHeaders[i + 1] ?? '')
      const { statusCode: status = 0, statusMessage: statusText = '' } = answer
      const empty = status === 204 || status === 205 || status === 304
      if (empty) answer.resume()
      const content = empty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>)
      return new Response(content, { status, statusText, headers })
    },
  }
}

/** The name must be a subject alternative name; the common name is not considered. */
function checkNames(host: string, peer: PeerCertificate): Error | undefined {
  if (isIP(host) === 0 && !/(^|, )DNS:/.test(peer.subjectaltname ?? ''))
    return new Error(`the certificate names no host as an alternative name: it is not valid for ${host}`)
  return checkServerIdentity(host, peer)
}

/** Connection errors in the wording that clients know; other errors unchanged. */
function dialError(error: NodeJS.ErrnoException, host: string): Error {
  const [first = error] = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : []
  const { code, address = host, port } = first as NodeJS.ErrnoException & { address?: string; port?: number }
  const shown = isIP(address) === 6 ? `[${address}]` : address
  if (code === 'ECONNREFUSED')
    return new Error(`dial tcp ${shown}:${port ?? ''}: connect: connection refused`, { cause: error })
  if (code === 'ENOTFOUND') return new Error(`dial tcp: lookup ${host}: no such host`, { cause: error })
  return error
}

function send(request: Request, body: Buffer, trust: OutsideTrust): Promise<IncomingMessage> {
  const url = new URL(request.url)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return Promise.reject(new Error(`${url.protocol} addresses can't be reached`))
  const { ca, serverName, clientCertificate: cert, clientKey: key } = trust
  return new Promise((resolve, reject) => {
    const options = {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), ...(body.length > 0 && { 'content-length': body.length }) },
      signal: request.signal,
      // A new connection per call, because a pooled one could break during the call.
      agent: false,
    }
    const tls = {
      ...(ca && { ca }),
      ...(cert && { cert }),
      ...(key && { key }),
      ...(serverName && { servername: serverName }),
      checkServerIdentity: (host: string, peer: PeerCertificate) => checkNames(serverName ?? host, peer),
    }
    const outgoing =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, ...tls }, resolve)
        : httpRequest(url, options, resolve)
    outgoing.on('error', (error) => reject(dialError(error, url.hostname)))
    outgoing.end(body)
  })
}
