/** Byte length of a text in UTF-8, without encoding it; a lone surrogate counts as its replacement, three bytes. */
export function utf8Length(text: string): number {
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) length += 1
    else if (unit < 0x800) length += 2
    else if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      length += 4
      i++
    } else length += 3
  }
  return length
}
