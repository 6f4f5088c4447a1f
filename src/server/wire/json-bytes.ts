/** The byte of an ASCII character. */
export const code = (character: string): number => character.charCodeAt(0)

/** Bytes that structure a JSON text. */
export const [QUOTE, BACKSLASH, COMMA, COLON, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, MINUS, DOT] = [...'"\\,:{}[]-.'].map(
  code,
) as [number, number, number, number, number, number, number, number, number, number]
/** The first letter of `null`. */
export const LETTER_N = code('n')

/** Whether JSON allows this byte between its parts. */
export const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d

/** The value of a decimal digit; -1 for any other byte. */
export const digitOf = (byte: number | undefined): number =>
  byte !== undefined && byte >= 48 && byte <= 57 ? byte - 48 : -1

/** Whether a number, also one with a fraction or an exponent, can contain this byte. */
export const isNumberPart = (byte: number | undefined): boolean =>
  byte !== undefined && '+-.eE0123456789'.includes(String.fromCharCode(byte))
