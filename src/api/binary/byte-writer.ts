import { BinaryWriter } from '@bufbuild/protobuf/wire'

const PIECE_BYTES = 16 * 1024
/** Longer strings are encoded by the platform's encoder, which has a fixed overhead. */
const SHORT_TEXT = 256
/** Fewer bytes are copied faster one by one. */
const FEW_BYTES = 16
const encoder = new TextEncoder()

/** Bytes needed for a varint. */
export const varintLength = (value: number): number =>
  value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5

/** Writes a varint into reserved space. @returns the end offset */
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
 * Writes the common parts of messages: tags, lengths, strings and small numbers. Other values use the library's writer. Messages are
 * written consecutively into shared memory chunks.
 */
export class ByteWriter {
  private buffer = new Uint8Array(PIECE_BYTES)
  /** Members of the messages being written, consecutively, and the next free position. */
  readonly members: unknown[] = []
  top = 0
  /** Start of the current message. */
  private start = 0
  private at = 0

  /** Returns the bytes written since the last call; they are not modified later. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.buffer.subarray(this.start, this.at)
    this.start = this.at
    return bytes
  }
  /** Discards what was written since the last `take`. */
  drop(): void {
    this.at = this.start
    this.members.length = 0
    this.top = 0
  }

  /** Starts a length-delimited part; pass the result to `close`. */
  open(): number {
    this.reserve(1)
    return ++this.at - this.start
  }
  close(opened: number): void {
    // The message may have moved to another chunk: `opened` is relative to its start.
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
  /** Writes a tag and a length-prefixed string. */
  taggedText(tag: number, value: string): this {
    return this.uint32(tag).string(value)
  }
  /** Writes a length-prefixed string. */
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
    // Each UTF-16 unit takes at most three bytes.
    this.reserve(value.length * 3)
    this.at += encoder.encodeInto(value, this.buffer.subarray(this.at)).written
    this.close(from)
    return this
  }

  /** Reserves space; if the chunk is full, the current message moves to a new one. */
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
