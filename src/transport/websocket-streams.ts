/** Watches and logs over WebSockets, as used by browsers and dashboards. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { decodeBase64Url } from '../machinery/base64'
import type { StreamOf } from '../machinery/socket-stream'
import { isCrossOrigin } from './site-requests'

// One server may serve sites in either set of names, so the domain is not checked.
const BEARER = /^base64url\.bearer\.authorization\.[a-z0-9]+\.io\.([^.]+)$/
const BASE64 = /^base64\.binary\.[a-z0-9]+\.io$/
// Messages that a client sends on such a stream are ignored.
const MAX_RECEIVED_BYTES = 64 * 1024
const NORMAL = 1000
const BROKEN = 1011

const protocolsOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').flatMap((one) => one.trim() || [])

/**
 * Browsers can't send an Authorization header with a WebSocket: they send the token as a protocol name. It becomes that header here, unless
 * there is one, and is removed from the protocols. A name that can't be decoded is left as it is.
 */
export function takeBearerProtocol(incoming: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): void {
  const { headers, rawHeaders } = incoming
  const named = protocolsOf(incoming)
  const bearer = named.find((one) => BEARER.test(one))
  if (bearer === undefined) return
  headers['sec-websocket-protocol'] = named.filter((one) => one !== bearer).join(', ')
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2)
    if (rawHeaders[i]?.toLowerCase() === 'sec-websocket-protocol') rawHeaders.splice(i, 2)
  if (headers.authorization !== undefined) return
  const token = textOf(BEARER.exec(bearer)?.[1] ?? '')
  if (token === undefined) return
  headers.authorization = `Bearer ${token}`
  rawHeaders.push('Authorization', headers.authorization)
}

const VISIBLE = /^[\x21-\x7e]+$/

function textOf(base64url: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64Url(base64url))
    return VISIBLE.test(text) ? text : undefined
  } catch {
    return undefined // invalid base64 or UTF-8
  }
}

/**
 * Whether a page of another origin asks without a token of its own. Browsers let every page open WebSockets to every server, with the
 * user's client certificate, so such a page is refused.
 */
export const isCrossOriginWithoutToken = (
  incoming: Pick<IncomingMessage, 'headers'>,
  scheme: 'http' | 'https',
): boolean => incoming.headers.authorization === undefined && isCrossOrigin(incoming, scheme)

const sockets = new WebSocketServer({
  noServer: true,
  maxPayload: MAX_RECEIVED_BYTES,
  handleProtocols: (offered) => [...offered][0] ?? false,
})

/** A connection whose client asks for a WebSocket, with the data that followed its request. */
export interface UpgradeSocket {
  readonly incoming: IncomingMessage
  readonly socket: Socket
  readonly head: Buffer
}

/** Sends the stream of an answer as messages. An invalid handshake is refused by the library. */
export function sendOverSocket(
  response: Response,
  of: StreamOf,
  { incoming, socket, head }: UpgradeSocket,
): Promise<void> {
  const reader = response.body?.getReader()
  return new Promise((resolve) => {
    // Ends the stream however the connection ends; after the last message this has no effect.
    socket.on('close', () => {
      reader?.cancel().catch(() => undefined)
      resolve()
    })
    sockets.handleUpgrade(incoming, socket, head, (client) => {
      client.on('error', () => client.terminate())
      const messages = of === 'bytes' ? new Chunks(BASE64.test(client.protocol)) : messagesOf(response)
      pass(reader, messages, client).then(
        () => client.close(NORMAL),
        () => client.close(BROKEN),
      )
    })
  })
}

interface Messages {
  /** Adds bytes; returns the messages that are now complete. */
  take(bytes: Uint8Array): (string | Uint8Array)[]
}

async function pass(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  messages: Messages,
  client: WebSocket,
): Promise<void> {
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return
    for (const message of messages.take(part.value)) await sent(client, message)
  }
}

/** Resolves when the socket has sent the message, so that a slow reader slows down its own stream. */
const sent = (client: WebSocket, message: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => client.send(message, (error) => (error ? reject(error) : resolve())))

const messagesOf = ({ headers }: Response): Messages =>
  headers.get('content-type')?.includes('protobuf') ? new Frames() : new Lines()

/** Events as lines of JSON: each line is a text message. */
class Lines implements Messages {
  readonly #decoder = new TextDecoder()
  #rest = ''

  take(bytes: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n')
    this.#rest = lines.pop() ?? ''
    return lines.map((line) => `${line}\n`)
  }
}

const LENGTH_BYTES = 4

/** Events in the binary form: each has a length prefix, which a message does not need. */
class Frames implements Messages {
  #rest: Uint8Array = new Uint8Array()

  take(bytes: Uint8Array): Uint8Array[] {
    const all = Buffer.concat([this.#rest, bytes])
    const messages: Uint8Array[] = []
    let at = 0
    while (all.length >= at + LENGTH_BYTES && all.length >= at + LENGTH_BYTES + all.readUInt32BE(at)) {
      const end = at + LENGTH_BYTES + all.readUInt32BE(at)
      messages.push(all.subarray(at + LENGTH_BYTES, end))
      at = end
    }
    this.#rest = all.subarray(at)
    return messages
  }
}

/** Raw bytes, or base64 text for a client that uses that protocol. */
class Chunks implements Messages {
  constructor(private readonly base64: boolean) {}

  take(bytes: Uint8Array): (string | Uint8Array)[] {
    return [this.base64 ? Buffer.from(bytes).toString('base64') : bytes]
  }
}
