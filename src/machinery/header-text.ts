// Header values hold bytes, one character each; clients write UTF-8.
const REPLACING = new TextDecoder('utf-8', { ignoreBOM: true })
const STRICT = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
const ENCODER = new TextEncoder()
const BEYOND_ASCII = /[^\t -~]/

/** Decodes a header value; invalid UTF-8 becomes U+FFFD. */
export const headerText = (bytes: string): string => decoded(bytes, REPLACING)

/** Decodes a value set by a script, which may already be text: invalid UTF-8 is left as it is. */
export function lenientText(value: string): string {
  try {
    return decoded(value, STRICT)
  } catch {
    return value
  }
}

/** Encodes text as a header value. */
export const bytesIn = (text: string): string =>
  BEYOND_ASCII.test(text) ? Array.from(ENCODER.encode(text), (byte) => String.fromCharCode(byte)).join('') : text

const decoded = (bytes: string, decoder: TextDecoder): string =>
  BEYOND_ASCII.test(bytes) ? decoder.decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))) : bytes

/** A part of a header name, percent-decoded; one with an invalid escape is kept as it is. */
export function decodeHeaderKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
