const NAMED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
const SPECIAL = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu
const ASCII_END = 0x80
const TWO_BYTES_END = 0x10000

/** A string quoted like Go's `%q`: unprintable characters are escaped. */
export const goQuoted = (text: string): string =>
  `"${text.replace(SPECIAL, (character) => {
    const code = character.codePointAt(0) ?? 0
    const digits = code.toString(16)
    if (NAMED[character]) return NAMED[character]
    if (code < ASCII_END) return `\\x${digits.padStart(2, '0')}`
    return code < TWO_BYTES_END ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`
  })}"`

/** An unprintable character as Go's `%#U` prints it. */
export const goCharacter = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Strings as the elements of a Go slice literal. */
export const goStrings = (texts: readonly string[]): string => texts.map(goQuoted).join(', ')
