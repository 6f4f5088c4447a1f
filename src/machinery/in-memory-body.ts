/**
 * In-memory bodies. They become streams only for readers that want one: within the process, where most responses stay, text is passed on
 * directly.
 */
const encoder = new TextEncoder()

/** A complete body: well-formed text, or arbitrary bytes. */
export type Content = string | Uint8Array<ArrayBuffer>

// Longer bodies are not worth another copy as text.
const TEXT_AT_MOST = 64 * 1024

/** A body as text if it is short and round-trips to the same bytes; otherwise the bytes. */
export function contentOf(body: ArrayBuffer): Content {
  if (body.byteLength > TEXT_AT_MOST) return new Uint8Array(body)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return new Uint8Array(body)
  }
}

/** Encodes a body. */
export const bytesOf = (content: Content): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? encoder.encode(content) : content

/** Decodes a body. */
export const contentText = (content: Content): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)
