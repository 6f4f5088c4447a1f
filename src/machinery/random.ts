/** Injected source of randomness, so that tests are repeatable. */
export interface Random {
  /** A new RFC 4122 version 4 identifier. */
  uuid(): string
  /** `length` random bytes. */
  bytes(length: number): Uint8Array
}

/** Letters and digits of generated names: no vowels, so that no words arise, and none that look alike. */
export const NAME_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

/**
 * A deterministic generator for a seed (sfc32 over a hash of the text). For names and identifiers, never for keys: the seed reveals every
 * value.
 */
export function seededRandom(seed: string): Random {
  const state = seedState(seed)
  const next = (): number => {
    const [a, b, c, counter] = state as [number, number, number, number]
    const value = (a + b + counter) | 0
    state[0] = b ^ (b >>> 9)
    state[1] = (c + (c << 3)) | 0
    state[2] = (((c << 21) | (c >>> 11)) + value) | 0
    state[3] = (counter + 1) | 0
    return value >>> 24
  }
  return drawnFrom({
    getRandomValues<T extends ArrayBufferView | null>(view: T): T {
      if (view) new Uint8Array(view.buffer, view.byteOffset, view.byteLength).forEach((_, i, all) => (all[i] = next()))
      return view
    },
  })
}

/** Four 32-bit words that depend on every character of the seed. */
function seedState(text: string): number[] {
  return [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((start) => {
    let hash = start
    for (let i = 0; i < text.length; i++) {
      hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
      hash ^= hash >>> 13
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
    return hash ^ (hash >>> 15)
  })
}

/** `length` random characters that are valid in any name. */
export function randomSuffix(random: Random, length = 5): string {
  return Array.from(random.bytes(length), (byte) => NAME_ALPHABET[byte % NAME_ALPHABET.length]).join('')
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const UUID_BYTES = 16
const AT_ONCE = 256 * UUID_BYTES
/** Longer requests are for keys, not parts of names, and bypass the buffer. */
const SHORT = 16

type Source = Pick<Crypto, 'getRandomValues'>

/** A source over WebCrypto, which is slow per call: bytes for names are buffered. */
export function cryptoRandom(crypto: Source): Random {
  const source = drawnFrom(crypto)
  const stock = stockOf(crypto)
  return {
    uuid: () => source.uuid(),
    bytes(length) {
      if (length > SHORT) return source.bytes(length)
      const start = stock.take(length)
      return stock.bytes.slice(start, start + length)
    },
  }
}

/** UUID bytes are buffered because each request takes one; other bytes are drawn as needed. */
function drawnFrom(crypto: Source): Random {
  const { bytes, take } = stockOf(crypto)
  return {
    uuid() {
      const start = take(UUID_BYTES)
      let text = ''
      for (let i = 0; i < UUID_BYTES; i++) {
        let byte = bytes[start + i] as number
        if (i === 6) byte = (byte & 0x0f) | 0x40
        if (i === 8) byte = (byte & 0x3f) | 0x80
        if (i === 4 || i === 6 || i === 8 || i === 10) text += '-'
        text += HEX[byte] as string
      }
      return text
    },
    bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  }
}

/** A buffer of random bytes. `take` returns the offset of the next `length` bytes; no byte is used twice. */
function stockOf(crypto: Source): { readonly bytes: Uint8Array; readonly take: (length: number) => number } {
  const bytes = new Uint8Array(AT_ONCE)
  let used = AT_ONCE
  return {
    bytes,
    take(length) {
      if (used + length > AT_ONCE) {
        crypto.getRandomValues(bytes)
        used = 0
      }
      used += length
      return used - length
    },
  }
}
