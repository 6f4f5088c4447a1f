// Admission document, "Limits": long texts are cut, and a flood of them is not sent at all.
const MAX_TEXT = 256
const MAX_TOTAL = 4096

/** The Warning headers of one answer: each text once, with code 299 (resource API, "Headers and media types"). */
export class Warnings {
  private readonly texts = new Set<string>()
  private total = 0

  add(text: string): void {
    const plain = text.replaceAll(/[\p{Cc}]+/gu, ' ').trim()
    if (plain === '' || this.texts.has(plain)) return
    const cut = this.total + plain.length > MAX_TOTAL || plain.length > MAX_TEXT ? plain.slice(0, MAX_TEXT) : plain
    if (this.total + cut.length > MAX_TOTAL) return
    this.total += cut.length
    this.texts.add(cut)
  }

  get size(): number {
    return this.texts.size
  }

  writeTo(headers: Headers): void {
    for (const text of this.texts) headers.append('warning', `299 - "${escape(text)}"`)
  }
}

// Header values are Latin-1; other characters are sent as their UTF-8 bytes, which clients decode.
function escape(text: string): string {
  const quoted = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
  return Array.from(new TextEncoder().encode(quoted), (byte) => String.fromCharCode(byte)).join('')
}
