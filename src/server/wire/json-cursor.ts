import { code, isSpace } from './json-bytes'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** How many bytes on both sides of an error its message shows, in its two excerpts. */
const NEAR = 10
const AROUND = 50
/** What an invalid character is printed as. */
export const INVALID = '\uFFFD'

/**
 * A position in a JSON text, counted in bytes, and the first error found there. Reading goes on after an error, from wherever the error left
 * it, as in real servers up to 1.22: their messages name the parts that they come across afterwards.
 */
export class JsonCursor {
  head = 0
  error: string | undefined
  ended = false
  readonly bytes: Uint8Array
  constructor(text: string) {
    this.bytes = encoder.encode(text)
  }

  /** The next character after white space; 0 at the end. */
  next(): number {
    for (let at = this.head; at < this.bytes.length; at++) {
      const byte = this.bytes[at] ?? 0
      if (isSpace(byte)) continue
      this.head = at + 1
      return byte
    }
    this.end()
    return 0
  }

  /** The next byte; 0 at the end. */
  byte(): number {
    if (this.head < this.bytes.length) return this.bytes[this.head++] ?? 0
    this.end()
    return 0
  }

  /** Notes that the text has ended, unless an error was found before. */
  end(): void {
    if (this.error !== undefined || this.ended) return
    this.head = this.bytes.length
    this.ended = true
  }

  /** Goes back by a character, though not after an error. */
  unread(): void {
    if (this.error === undefined && !this.ended) this.head--
  }

  /** The text between two positions. */
  text(start: number, end: number): string {
    return decoder.decode(this.bytes.subarray(Math.max(0, start), end))
  }

  /** Records an error of the named operation; only the first one counts. */
  report(operation: string, message: string): void {
    if (this.error !== undefined) return
    const shown = (width: number) => this.text(this.head - width, this.head + width)
    this.error = `${operation}: ${message}, error found in #${Math.min(this.head, NEAR)} byte of ...|${shown(NEAR)}|..., bigger context ...|${shown(AROUND)}|...`
  }

  /** Records that another byte than expected was found. */
  unexpected(operation: string, expected: string, byte: number): void {
    this.report(operation, `${expected}, but found ${byte > 127 ? INVALID : String.fromCharCode(byte)}`)
  }

  /** Puts the name of the part that was being read before the error, if there is one. */
  within(prefix: string): void {
    if (this.error !== undefined) this.error = `${prefix}${this.error}`
  }

  /** Reads the rest of a word of three or four letters, such as `null`. */
  word(rest: string): void {
    for (const letter of rest)
      if (this.byte() !== code(letter))
        return this.report(rest.length === 3 ? 'skipThreeBytes' : 'skipFourBytes', `expect ${rest}`)
  }
}
