import fc from 'fast-check'
import { expect, it } from 'vitest'
import { utf8Length } from './utf8-length'

it('is what an encoder makes', () => {
  const encoder = new TextEncoder()
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
      expect(utf8Length(text)).toBe(encoder.encode(text).length)
    }),
  )
  for (const text of ['', 'a', 'é', '€', '😀', '\ud83d', '\ude00a', 'a\ud83d'])
    expect(utf8Length(text)).toBe(encoder.encode(text).length)
})
