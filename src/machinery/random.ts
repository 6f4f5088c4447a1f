/** Where randomness comes from: handed in, so that tests can repeat themselves. */
export interface Random {
  /** A new RFC 4122 version 4 identifier. */
  uuid(): string
  /** Fills with random bytes. */
  bytes(length: number): Uint8Array
}

// No vowels and no characters that look alike, so that generated names never read as words.
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

/** `length` characters that are safe in any name. */
export function randomSuffix(random: Random, length = 5): string {
  return Array.from(random.bytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** A source over WebCrypto's generator. */
export const cryptoRandom = (crypto: Pick<Crypto, 'getRandomValues' | 'randomUUID'>): Random => ({
  uuid: () => crypto.randomUUID(),
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
})
