import type { WriteSource } from './recent-writes'
import { portWire, type TextForm, type Wire } from './wire'

/**
 * Requests and answers as messages. The client numbers what it asks; the server answers under the same number.
 *
 *     request → head (→ chunk …) → end | error          a head with `complete` has all of the body and is the last
 *     control → result | failure
 *     identify → challenge, proof → result | failure
 *     ping → pong                                         either end may ask
 *
 * Bodies are under flow control: the server sends at most `WINDOW` bytes that the client has not consumed, and reads no
 * further from the answer before. A client that stops reading therefore costs one window, whatever the server produces.
 * `resting` says that all there was has been sent and more may come any time: a stream that is cut there has lost nothing.
 */
export type ClientMessage =
  | {
      readonly type: 'request'
      readonly id: number
      readonly method: string
      readonly url: string
      readonly headers: readonly (readonly [string, string])[]
      /** `headers` are the lines as they were sent, none of them joined. */
      readonly lines?: true
      /** Text where it is there as one: it needs no coding on the way. */
      readonly body?: ArrayBuffer | string
      /** On whose behalf; what it means is the server's business. */
      readonly as: unknown
      /** A write that a service worker passes on: it may come a second time. */
      readonly source?: WriteSource
    }
  /** The answer to the write with this id of its source has reached whoever asked. */
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

export type ServerMessage =
  /** The first word, and again when the state changes. */
  | { readonly type: 'welcome'; readonly state: ServerState }
  | {
      readonly type: 'head'
      readonly id: number
      readonly status: number
      readonly statusText: string
      readonly headers: readonly (readonly [string, string])[]
      /** Text where it is there as one: it needs no coding on the way. */
      readonly body?: ArrayBuffer | string
      readonly complete: boolean
      readonly resting: boolean
    }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: ArrayBuffer; readonly resting: boolean }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'error'; readonly id: number; readonly message: string }
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly message: string }
  | { readonly type: 'challenge'; readonly id: number; readonly nonce: ArrayBuffer }
  | { readonly type: 'event'; readonly name: string; readonly payload: unknown }
  | { readonly type: 'pong' }
  /** Asked of a client that has been silent for long: one that does not answer is gone. */
  | { readonly type: 'ping' }
  /** The server leaves; nothing that was asked will be answered any more. */
  | { readonly type: 'closing' }

/** What a client is told first. */
export interface ServerState {
  /** Why there is nothing behind the server; requests are answered with 503. */
  readonly error?: string
}

/** Most bytes of one body on their way. */
export const WINDOW = 1024 * 1024
/** Credit is given back in parts of this size, so that small chunks do not cost a message each. */
export const CREDIT_STEP = WINDOW / 4
/** While something is outstanding a client hears from the server at least this often. */
export const HEARTBEAT_MS = 5_000
/** So many heartbeats without a word, and the server is taken for dead. One late timer must not be enough. */
export const MISSED_HEARTBEATS = 3
/** A client that has been silent so long is asked whether it is there, and after as long again taken for gone. */
export const SILENT_CLIENT_MS = 180_000

/** The signed text of a proof of possession: nobody can be made to sign something else. */
export const proofText = (nonce: ArrayBuffer): Uint8Array<ArrayBuffer> => {
  const purpose = new TextEncoder().encode('orchard client certificate\0')
  const text = new Uint8Array(purpose.length + nonce.byteLength)
  text.set(purpose)
  text.set(new Uint8Array(nonce), purpose.length)
  return text
}

/** How a key signs proofs; ECDSA keys need a hash, RSA keys carry theirs. */
export const proofAlgorithm = ({ algorithm }: CryptoKey): EcdsaParams | AlgorithmIdentifier =>
  algorithm.name === 'ECDSA' ? { name: 'ECDSA', hash: 'SHA-256' } : { name: algorithm.name }

/** The messages of nearly all exchanges, as a line of JSON, and after its end the body as it is. */
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
