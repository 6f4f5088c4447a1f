import { joined } from '../machinery/read-at-most'
import type { Wire } from './wire'

/** The common part of browser and Node sockets. */
export interface FrameSocket {
  send(frame: Uint8Array<ArrayBuffer>): void
  listen(frame: (frame: ArrayBuffer) => void, closed: () => void): void
  close(): void
}

const BYTES = '$bytes'

/** One message as one frame: length of the head, head as JSON with placeholders for the bytes and their sizes, the bytes. */
export function encodeFrame(lane: string, message: unknown): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const text = JSON.stringify({ lane, message }, (_key, value: unknown) => {
    if (!(value instanceof ArrayBuffer) && !(value instanceof Uint8Array)) return value
    const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value
    parts.push(bytes)
    return { [BYTES]: bytes.byteLength, array: value instanceof Uint8Array }
  })
  const head = new TextEncoder().encode(text)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, head.length)
  return joined([length, head, ...parts])
}

/** Throws for a frame that `encodeFrame` did not produce. */
export function decodeFrame(frame: ArrayBuffer): { lane: string; message: unknown } {
  const length = new DataView(frame).getUint32(0)
  let at = 4 + length
  // Byte parts are in the order of their placeholders.
  const revive = (value: unknown): unknown => {
    if (!value || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(revive)
    const size = (value as Record<string, unknown>)[BYTES]
    if (typeof size === 'number') {
      const bytes = frame.slice(at, at + size)
      at += size
      return (value as { array?: boolean }).array ? new Uint8Array(bytes) : bytes
    }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revive(part)]))
  }
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(frame, 4, length))) as {
    lane: string
    message: unknown
  }
  return { lane: head.lane, message: revive(head.message) }
}

/** Several wires over one socket, each a named lane. All lanes must have a listener before frames arrive. */
export function lanesOver(socket: FrameSocket): <Sent, Received>(lane: string) => Wire<Sent, Received> {
  const lanes = new Map<string, { message: (message: unknown) => void; closed: () => void }>()
  socket.listen(
    (frame) => {
      const { lane, message } = decodeFrame(frame)
      lanes.get(lane)?.message(message)
    },
    () => {
      for (const { closed } of lanes.values()) closed()
    },
  )
  return <Sent, Received>(lane: string): Wire<Sent, Received> => ({
    post: (message) => socket.send(encodeFrame(lane, message)),
    listen: (message, closed) => lanes.set(lane, { message: message as (message: unknown) => void, closed }),
    close: () => socket.close(),
  })
}

/** From native clients to the tab; `as` is the `Connection` that the relay saw. */
export const API_LANE = 'api'
/** From the tab to the network and the files of the relay's machine; `as` says how the peer is to be trusted. */
export const OUTSIDE_LANE = 'outside'
