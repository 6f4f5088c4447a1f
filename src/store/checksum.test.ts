import { describe, expect, it } from 'vitest'
import { checksum } from './checksum'

describe('the checksum of a text', () => {
  it('is that of the published algorithm', () => {
    // MurmurHash3_x86_32 over the bytes of UTF-16, little-endian.
    expect(checksum('')).toBe(0)
    expect(checksum('', 1)).toBe(0x514e28b7)
  })

  it('changes with every single unit, its case, its bits, and with the length', () => {
    const text = JSON.stringify({ a: 'apple ä 🍏', n: [1, 2, 3] })
    const seen = new Set([checksum(text)])
    let tried = 1
    for (let i = 0; i < text.length; i++)
      for (let bit = 0; bit < 16; bit++, tried++) {
        const changed = String.fromCharCode(text.charCodeAt(i) ^ (1 << bit))
        seen.add(checksum(text.slice(0, i) + changed + text.slice(i + 1)))
      }
    for (let i = 0; i < text.length; i++, tried++) seen.add(checksum(text.slice(0, i)))
    expect(seen.size).toBe(tried)
  })

  it('goes on from what precedes', () => {
    expect(checksum('value', checksum('key 1'))).not.toBe(checksum('value', checksum('key 2')))
    expect(checksum('\0')).not.toBe(checksum('\0\0'))
  })
})
