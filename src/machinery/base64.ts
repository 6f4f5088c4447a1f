/** Bytes as standard base64 (RFC 4648), as objects hold it. Tokens use the URL-safe form without padding. */

export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  // In pieces, because a long argument list overflows the stack.
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(binary)
}

/** Throws a SyntaxError when the text is not standard base64; line breaks are allowed. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const compact = text.replace(/[\r\n]/g, '')
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw new SyntaxError('illegal base64 data')
  return Uint8Array.from(atob(compact), (char) => char.charCodeAt(0))
}

/** Base64 with the URL alphabet and without padding, as in tokens. */
export const encodeBase64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

/** Throws a SyntaxError when the text is not URL-safe base64 without padding. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) throw new SyntaxError('illegal base64url data')
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
/** Encodes a text as UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)
/** Decodes UTF-8; malformed bytes become U+FFFD. */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes)
/** Base64 of a text's UTF-8 bytes, and back: the form of `data` in secrets. */
export const encodeText = (text: string): string => encodeBase64(utf8(text))
/** Decodes base64 to a text. */
export const decodeText = (text: string): string => fromUtf8(decodeBase64(text))
