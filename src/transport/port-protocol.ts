import type { WriteSource } from './recent-writes'
import { portWire, type TextForm, type Wire } from './wire'

/**
 * Requests and answers as messages. The client numbers its requests; the server answers under the same number.
 *     request → head (→ chunk …) → end | error          a head with `complete` has the whole body and is the last message
 *     control → result | failure
 *     identify → challenge, proof → result | failure
 *     ping → pong                                         either end may ask
 * Bodies are under flow control: the server sends at most `WINDOW` bytes that the client has not consumed, and does not read the answer any
 * further until then. A client that stops reading therefore costs one window, whatever the server produces. `resting` says that everything
 * so far has been sent and more may come at any time: a stream that is cut there has lost nothing. The events of one turn of the server
 * cross the port together, and those that several bodies have in common only once.
 */
export type ClientMessage =
  | {
      readonly type: 'request'
      readonly id: number
      readonly method: string
      readonly url: string
      readonly headers: readonly (readonly [string, string])[]
      /** `headers` are the header lines as they were sent, without joining repeated ones. */
      readonly lines?: true
      /** As text if it is available as one: then it needs no encoding. */
      readonly body?: ArrayBuffer | string
      /** The identity of the request; the server interprets it. */
      readonly as: unknown
      /** A write that a service worker forwards: it may be repeated. */
      readonly source?: WriteSource
    }
  /** The answer to the write with this id of its source has reached its client. */
  | { readonly type: 'received'; readonly write: string }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'credit'; readonly id: number; readonly bytes: number }
  | { readonly type: 'control'; readonly id: number; readonly name: string; readonly args: unknown }
  /** A certificate chain, DER, leaf first. */
  | { readonly type: 'identify'; readonly id: number; readonly chain: readonly Uint8Array[] }
  | { readonly type: 'proof'; readonly id: number; readonly signature: ArrayBuffer }
  | { readonly type: 'ping' }
  /** The answer to the server's ping. */
  | { readonly type: 'pong' }
  | { readonly type: 'bye' }

/** The messages that are answered with one result. */
export type CallMessage = Extract<ClientMessage, { type: 'control' | 'identify' }>

/** Messages from the server to a client. */
export type ServerMessage =
  /** The first message, and again when the state changes. */
  | { readonly type: 'welcome'; readonly state: ServerState }
  | {
      readonly type: 'head'
      readonly id: number
      readonly status: number
      readonly statusText: string
      readonly headers: readonly (readonly [string, string])[]
      /** As text if it is available as one: then it needs no encoding. */
      readonly body?: ArrayBuffer | string
      readonly complete: boolean
      readonly resting: boolean
      /** The body is a series of events, which are sent as they happen. */
      readonly pushed?: true
    }
  /** More of the bodies of these requests: watches that see the same change share one message. */
  | { readonly type: 'chunk'; readonly ids: readonly number[]; readonly bytes: ArrayBuffer; readonly resting: boolean }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'error'; readonly id: number; readonly message: string }
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly message: string }
  | { readonly type: 'challenge'; readonly id: number; readonly nonce: ArrayBuffer }
  | { readonly type: 'event'; readonly name: string; readonly payload: unknown }
  | { readonly type: 'pong' }
  /** Sent to a client that has been silent for long: if it does not answer, it is gone. */
  | { readonly type: 'ping' }
  /** The server leaves; pending requests will not be answered. */
  | { readonly type: 'closing' }

/** The first message to a client. */
export interface ServerState {
  /** Why there is no control plane behind the server; requests are answered with 503. */
  readonly error?: string
}

/** Maximum number of unconsumed bytes of one body. */
export const WINDOW = 1024 * 1024
/** Credit is returned in parts of this size, so that small chunks do not cost a message each. */
export const CREDIT_STEP = WINDOW / 4
/** While requests are pending, a client hears from the server at least this often. */
export const HEARTBEAT_MS = 5_000
/** After this many silent heartbeats the server is considered dead. One late timer must not be enough. */
export const MISSED_HEARTBEATS = 3
/** A client that has been silent for this long is pinged, and after as long again considered gone. */
export const SILENT_CLIENT_MS = 180_000

/** The signed text of a proof of possession. Its prefix makes sure that a client can't be tricked into signing something else. */
export const proofText = (nonce: ArrayBuffer): Uint8Array<ArrayBuffer> => {
  const purpose = new TextEncoder().encode('orchard client certificate\0')
  const text = new Uint8Array(purpose.length + nonce.byteLength)
  text.set(purpose)
  text.set(new Uint8Array(nonce), purpose.length)
  return text
}

/** How a key signs proofs; ECDSA keys need a hash, RSA keys have theirs. */
export const proofAlgorithm = ({ algorithm }: CryptoKey): EcdsaParams | AlgorithmIdentifier =>
  algorithm.name === 'ECDSA' ? { name: 'ECDSA', hash: 'SHA-256' } : { name: algorithm.name }

/** Encodes most messages as a line of JSON, followed by the body unchanged. */
const plainText = <Sent extends ClientMessage | ServerMessage, Received>(): TextForm<Sent, Received> => ({
  write(sent) {
    const message: ClientMessage | ServerMessage = sent
    if ((message.type !== 'request' && message.type !== 'head') || typeof message.body === 'object') return undefined
    const { body, ...head } = message
    const line = JSON.stringify(head)
    return body === undefined ? line : `${line}\n${body}`
  },
  read(text) {
    const end = text.indexOf('\n')
    const message = JSON.parse(end < 0 ? text : text.slice(0, end)) as object
    return (end < 0 ? message : { ...message, body: text.slice(end + 1) }) as Received
  },
})

/** The server's end of a channel. */
export const serverWire = (port: MessagePort): Wire<ServerMessage, ClientMessage> =>
  portWire(port, plainText<ServerMessage, ClientMessage>())
/** The client's end of a channel. */
export const clientWire = (port: MessagePort): Wire<ClientMessage, ServerMessage> =>
  portWire(port, plainText<ClientMessage, ServerMessage>())
