import { expect, test } from 'vitest'
import { fnv1a, fnv1aOfBytes, fnv1OfBytes } from './fnv'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each([
  ['', 0x811c9dc5, 0x811c9dc5],
  ['a', 0xe40c292c, 0x050c5d7e],
  ['foobar', 0xbf9cf968, 0x31f0b262],
])('the hashes of %j are the published ones', (text, of1a, of1) => {
  expect(fnv1a(text)).toBe(of1a)
  expect(fnv1aOfBytes(bytes(text))).toBe(of1a)
  expect(fnv1OfBytes(bytes(text))).toBe(of1)
})
