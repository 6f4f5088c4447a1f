import type { ServerMessage } from './port-protocol'

/** Sends a message to a client; transferred buffers can't be used afterwards. */
export type PostMessage = (message: ServerMessage, transfer?: ArrayBuffer[]) => void

/** A request that is being answered. */
export interface Exchange {
  readonly id: number
  readonly abort: AbortController
  /** A write that is completed even if its connection is lost: its answer may be requested on another one. */
  readonly outlives: boolean
  /** Bytes that may still be sent. */
  credit: number
  wake: (() => void) | undefined
}
