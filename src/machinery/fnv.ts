/** The hash functions of Fowler, Noll and Vo with 32 bits. They are fast and spread well, but protect nothing. */

const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/** FNV-1a of the code units of a text. */
export function fnv1a(text: string): number {
  let hash = OFFSET
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
  return hash >>> 0
}

/** The 32-bit FNV-1a hash of bytes, as an unsigned number. */
export const fnv1aOfBytes = (bytes: Uint8Array): number =>
  bytes.reduce((hash, byte) => Math.imul(hash ^ byte, PRIME) >>> 0, OFFSET)

/** The 32-bit FNV-1 hash of bytes, as an unsigned number. */
export const fnv1OfBytes = (bytes: Uint8Array): number =>
  bytes.reduce((hash, byte) => ((Math.imul(hash, PRIME) >>> 0) ^ byte) >>> 0, OFFSET)
