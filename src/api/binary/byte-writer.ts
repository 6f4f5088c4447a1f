import { BinaryWriter } from '@bufbuild/protobuf/wire'

const PIECE_BYTES = 16 * 1024
/** Longer texts are written by the platform, which takes a while to begin. */
const SHORT_TEXT = 256
/** Fewer are copied one by one sooner than the platform begins. */
const FEW_BYTES = 16
const encoder = new TextEncoder()

/** How many bytes a length or a tag takes. */
export const varintLength = (value: number): number =>
  value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5

/** Puts a length into bytes that have room for it. @returns where it ends */
export function putLength(bytes: Uint8Array, at: number, length: number): number {
  let end = at
  let rest = length
  while (rest > 0x7f) {
    bytes[end++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  bytes[end++] = rest
  return end
}

/**
 * Writes what thousands of objects need again and again: tags, lengths, texts and small numbers. Rare values are written by the
 * library's writer. Its messages lie one behind the other in pieces of memory that they share.
 */
export class ByteWriter {
  private buffer = new Uint8Array(PIECE_BYTES)
  /** The members of the objects that are being written, one message behind the other, and where the next one begins. */
  readonly members: unknown[] = []
  top = 0
  /** Where the message begins that is written now. */
  private start = 0
  private at = 0

  /** The bytes that were written since the last call. They stay as they are. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.buffer.subarray(this.start, this.at)
    this.start = this.at
    return bytes
  }
  /** Forgets what was written since the last `take`. */
  drop(): void {
    this.at = this.start
    this.members.length = 0
    this.top = 0
  }

  /** Begins a part with its length before it; `close` takes what this returns. */
  open(): number {
    this.reserve(1)
    return ++this.at - this.start
  }
  close(opened: number): void {
    // The message may have moved to another piece meanwhile: `opened` counts from its beginning.
    const length = this.at - this.start - opened
    if (length < 0x80) {
      this.buffer[this.start + opened - 1] = length
      return
    }
    const more = varintLength(length) - 1
    this.reserve(more)
    const from = this.start + opened
    this.buffer.copyWithin(from + more, from, this.at)
    this.at = from - 1
    this.uint32(length)
    this.at += length
  }

  uint32(value: number): this {
    this.reserve(5)
    if (value < 0x80) this.buffer[this.at++] = value
    else this.at = putLength(this.buffer, this.at, value)
    return this
  }
  int32(value: number): this {
    return value >= 0 ? this.uint32(value) : this.raw(new BinaryWriter().int32(value).finish())
  }
  int64(value: number | bigint): this {
    return this.raw(new BinaryWriter().int64(value).finish())
  }
  bool(value: boolean): this {
    return this.uint32(value ? 1 : 0)
  }
  double(value: number): this {
    return this.raw(new BinaryWriter().double(value).finish())
  }
  bytes(value: Uint8Array): this {
    return this.uint32(value.length).raw(value)
  }
  raw(value: Uint8Array): this {
    const { length } = value
    this.reserve(length)
    const { buffer, at } = this
    if (length > FEW_BYTES) buffer.set(value, at)
    else for (let i = 0; i < length; i++) buffer[at + i] = value[i] ?? 0
    this.at = at + length
    return this
  }
  /** A text with a tag and its length before it. */
  taggedText(tag: number, value: string): this {
    return this.uint32(tag).string(value)
  }
  /** A text with its length before it. */
  string(value: string): this {
    const { length } = value
    if (length > SHORT_TEXT) return this.longText(value)
    this.reserve(length + 2)
    const { buffer } = this
    const from = this.at + (length < 0x80 ? 1 : 2)
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i)
      if (code > 0x7f) return this.longText(value)
      buffer[from + i] = code
    }
    if (length < 0x80) buffer[this.at] = length
    else {
      buffer[this.at] = (length & 0x7f) | 0x80
      buffer[this.at + 1] = length >>> 7
    }
    this.at = from + length
    return this
  }

  private longText(value: string): this {
    const from = this.open()
    // No unit of a text takes more than three bytes.
    this.reserve(value.length * 3)
    this.at += encoder.encodeInto(value, this.buffer.subarray(this.at)).written
    this.close(from)
    return this
  }

  /** Makes room for so many bytes; a message that has none left moves to the beginning of another piece. */
  private reserve(count: number): void {
    if (this.at + count > this.buffer.length) this.grow(count)
  }
  private grow(count: number): void {
    const written = this.at - this.start
    const larger = new Uint8Array(Math.max(PIECE_BYTES, (written + count) * 2))
    larger.set(this.buffer.subarray(this.start, this.at))
    this.buffer = larger
    this.start = 0
    this.at = written
  }
}
