import { checksum, checksumOfBytes } from '../checksum'

/*
 * What a file of the store consists of. A frame is a head of fixed length and a text in UTF-8. The head has a mark by which
 * frames behind a damaged one are found, the text's length, a checksum over everything, and the numbers.
 */

export type FrameKind = 'entry' | 'batch'

export interface Frame {
  readonly kind: FrameKind
  /** Of the entry, or the last one of the batch. */
  readonly revision: number
  /** Where history begins, as of a batch; an entry has the revision at which its key came into being. */
  readonly since: number
  /** When a batch was made; 0 for an entry. */
  readonly at: number
  readonly text: string
}

const KINDS: readonly FrameKind[] = ['entry', 'batch']
const MARK = 0x31464f4f
const HEAD_BYTES = 40
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function encodeFrame(frame: Frame): Uint8Array {
  const text = encoder.encode(frame.text)
  const bytes = new Uint8Array(HEAD_BYTES + text.length)
  bytes.set(text, HEAD_BYTES)
  const head = new DataView(bytes.buffer)
  head.setUint32(0, MARK, true)
  head.setUint32(4, text.length, true)
  head.setUint32(8, sumOf(frame, text), true)
  head.setUint32(12, KINDS.indexOf(frame.kind), true)
  head.setFloat64(16, frame.revision, true)
  head.setFloat64(24, frame.since, true)
  head.setFloat64(32, frame.at, true)
  return bytes
}

const sumOf = ({ kind, revision, since, at }: Omit<Frame, 'text'>, text: Uint8Array): number =>
  checksumOfBytes(text, checksum(`${kind} ${revision} ${since} ${at}`))

/** The frame that begins there, and where it ends; undefined where there is none, or a damaged one. */
export function decodeFrame(bytes: Uint8Array, from: number): { frame: Frame; end: number } | undefined {
  if (from + HEAD_BYTES > bytes.length) return undefined
  const head = new DataView(bytes.buffer, bytes.byteOffset + from, HEAD_BYTES)
  const end = from + HEAD_BYTES + head.getUint32(4, true)
  const kind = KINDS[head.getUint32(12, true)]
  if (head.getUint32(0, true) !== MARK || end > bytes.length || kind === undefined) return undefined
  const numbers = {
    kind,
    revision: head.getFloat64(16, true),
    since: head.getFloat64(24, true),
    at: head.getFloat64(32, true),
  }
  const text = bytes.subarray(from + HEAD_BYTES, end)
  if (sumOf(numbers, text) !== head.getUint32(8, true)) return undefined
  return { frame: { ...numbers, text: decoder.decode(text) }, end }
}

/** Where the next undamaged frame begins, at `from` or behind it; undefined when none follows. */
export function nextFrame(bytes: Uint8Array, from: number): number | undefined {
  const first = MARK & 0xff
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (decodeFrame(bytes, at)) return at
  return undefined
}
