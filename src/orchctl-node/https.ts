import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { ConnectionError } from '../orchctl/core/errors'
import { CLIENT_VERSION, PROGRAM } from '../orchctl/core/words'

/** TLS settings of a client, in PEM: `ca` verifies the server, `cert` and `key` identify the client. */
export interface TlsOptions {
  readonly ca?: string | undefined
  readonly cert?: string | undefined
  readonly key?: string | undefined
  readonly servername?: string | undefined
  readonly rejectUnauthorized?: boolean
}

/**
 * Sends a request over the network. `headers` are sent line by line, so a name may be repeated. Rejects with `ConnectionError` if the
 * server does not answer.
 */
export async function sendOverNetwork(
  request: Request,
  headers: readonly (readonly [string, string])[],
  tls: TlsOptions,
): Promise<Response> {
  const url = new URL(request.url)
  const body = new Uint8Array(await request.arrayBuffer())
  const lines: Record<string, string | string[]> = { 'user-agent': `${PROGRAM}/${CLIENT_VERSION}` }
  for (const [name, value] of headers) {
    const old = lines[name]
    lines[name] = old === undefined ? value : [...(Array.isArray(old) ? old : [old]), value]
  }
  if (body.byteLength > 0) lines['content-length'] = String(body.byteLength)
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest
    const sent = start(
      url,
      {
        method: request.method,
        headers: lines,
        signal: request.signal,
        agent: false,
        ...(url.protocol === 'https:' && tls),
      },
      (answer) => resolve(responseOf(answer)),
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (request.signal.aborted) reject(error)
      else reject(connectionError(error, url))
    })
    sent.end(body)
  })
}

function connectionError(error: NodeJS.ErrnoException, { host, hostname }: URL): ConnectionError {
  if (error.code === 'ECONNREFUSED') return new ConnectionError('connection refused', host)
  if (error.code === 'ENOTFOUND') return new ConnectionError(`dial tcp: lookup ${hostname}: no such host`)
  if (
    error.code === 'DEPTH_ZERO_SELF_SIGNED_CERT' ||
    error.code === 'SELF_SIGNED_CERT_IN_CHAIN' ||
    error.code?.startsWith('UNABLE_TO')
  )
    return new ConnectionError('tls: failed to verify certificate: x509: certificate signed by unknown authority')
  return new ConnectionError(error.message === 'socket hang up' ? 'EOF' : error.message)
}

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers()
  for (let i = 0; i < answer.rawHeaders.length; i += 2)
    headers.append(answer.rawHeaders[i] ?? '', answer.rawHeaders[i + 1] ?? '')
  const status = answer.statusCode ?? 500
  const empty = status === 204 || status === 304
  return new Response(empty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), {
    status,
    statusText: answer.statusMessage ?? '',
    headers,
  })
}
