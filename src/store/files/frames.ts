import { checksum, checksumOfBytes } from '../checksum'

/*
 * The files of a store consist of frames. A frame is a header of fixed length and a UTF-8 text. The header holds a marker (to find frames
 * after a damaged one), the text's length, a checksum of the whole frame, and the numbers.
 */

/** What a frame holds: one entry of a snapshot, or one batch of the log. */
export type FrameKind = 'entry' | 'batch'

/** One record of a data file. */
export interface Frame {
  readonly kind: FrameKind
  /** Revision of the entry, or the last revision of the batch. */
  readonly revision: number
  /** For a batch, the revision at which history began; for an entry, the revision that created its key. */
  readonly since: number
  /** Time of the batch; 0 for an entry. */
  readonly at: number
  readonly text: string
}

const KINDS: readonly FrameKind[] = ['entry', 'batch']
const MARK = 0x31464f4f
const HEAD_BYTES = 40
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The bytes of a frame: mark, lengths, revisions and checksums, then its text. */
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

/** Decodes the frame at an offset and returns where it ends; undefined if there is none or it is damaged. */
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

/** Offset of the next undamaged frame at or after `from`; undefined if there is none. */
export function nextFrame(bytes: Uint8Array, from: number): number | undefined {
  const first = MARK & 0xff
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (decodeFrame(bytes, at)) return at
  return undefined
}
