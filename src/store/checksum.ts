/**
 * A 32-bit checksum of a text: MurmurHash3 (x86, 32 bits) over its UTF-16 units, two at a time. A change of a single unit always changes
 * it; other damage goes undetected once in four billion cases. It detects damage, not forgery. `seed` is the checksum of the preceding
 * text, so that parts need not be joined.
 */
export function checksum(text: string, seed = 0): number {
  const { length } = text
  let hash = seed
  let i = 0
  for (; i + 1 < length; i += 2) hash = mix(hash, text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16))
  if (i < length) hash = mix(hash, text.charCodeAt(i))
  return finish(hash, length)
}

/** The checksum of bytes, four at a time. */
export function checksumOfBytes(bytes: Uint8Array, seed = 0): number {
  const { length } = bytes
  const byte = (at: number): number => bytes[at] ?? 0
  let hash = seed
  let i = 0
  for (; i + 3 < length; i += 4)
    hash = mix(hash, byte(i) | (byte(i + 1) << 8) | (byte(i + 2) << 16) | (byte(i + 3) << 24))
  if (i < length) hash = mix(hash, byte(i) | (byte(i + 1) << 8) | (byte(i + 2) << 16))
  return finish(hash, length)
}

function finish(mixed: number, length: number): number {
  let hash = mixed ^ length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function mix(hash: number, block: number): number {
  const scattered = Math.imul(block, 0xcc9e2d51)
  const mixed = hash ^ Math.imul((scattered << 15) | (scattered >>> 17), 0x1b873593)
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0
}
