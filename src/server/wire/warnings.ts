// Admission document, "Limits": longer headers in total are not sent, and long texts are cut before that.
const MAX_TEXT = 256
const MAX_TOTAL = 4096

const CONTROL = /\p{Cc}/u
const lengthOf = (text: string): number => Array.from(text).length
const cut = (text: string): string => Array.from(text).slice(0, MAX_TEXT).join('')

/** The Warning headers of one answer: each text once, with code 299 (resource API, "Headers and media types"). */
export class Warnings {
  private readonly texts = new Set<string>()
  private muted = false

  /** Suppresses all warnings of this answer. */
  mute(): void {
    this.muted = true
  }

  /** Adds a warning. Texts that a header can't carry are ignored, as are further ones once the total limit must be exceeded. */
  add(text: string): void {
    if (text !== '' && !CONTROL.test(text) && this.texts.size < MAX_TOTAL) this.texts.add(text)
  }

  /** Takes back all warnings so far. */
  clear(): void {
    this.texts.clear()
  }

  get size(): number {
    return this.sent().length
  }

  writeTo(headers: Headers): void {
    for (const text of this.sent()) headers.append('warning', `299 - "${escape(text)}"`)
  }

  /** The warnings to send, within the limits. */
  private sent(): string[] {
    if (this.muted) return []
    const whole = [...this.texts]
    if (whole.reduce((sum, text) => sum + lengthOf(text), 0) <= MAX_TOTAL) return whole
    let room = MAX_TOTAL
    return whole.map(cut).filter((text) => {
      const length = lengthOf(text)
      if (length > room) return false
      room -= length
      return true
    })
  }
}

// Header values are Latin-1; other characters are sent as their UTF-8 bytes, which clients decode.
function escape(text: string): string {
  const quoted = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
  return Array.from(new TextEncoder().encode(quoted), (byte) => String.fromCharCode(byte)).join('')
}
