import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { Meter } from './meter'
import { findLastText, findText } from './text-search'

/** Texts of few letters, in which parts nearly occur everywhere. */
const text = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '😀', '\uffff'), maxLength })

describe('a part of a text', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 1],
    ['abc', 'abcd', 0],
    ['aaab', 'ab', 0],
    ['aaaa', 'ab', 0],
    ['baaa', 'baa', 1],
    ['abab'.repeat(9), `b${'ab'.repeat(8)}`, 2],
    ['abab'.repeat(9), 'ab'.repeat(9), 1],
  ])('%j, %j from %i', (whole, part, from) => {
    expect(findText(whole, part, from, new Meter())).toBe(whole.indexOf(part, from))
    expect(findLastText(whole, part, from, new Meter())).toBe(whole.lastIndexOf(part, from))
  })

  it('is found where the engine finds it', () => {
    fc.assert(
      fc.property(text(60), text(20), fc.nat(60), (whole, part, at) => {
        const from = Math.min(at, whole.length)
        expect(findText(whole, part, from, new Meter())).toBe(whole.indexOf(part, from))
        expect(findLastText(whole, part, from, new Meter())).toBe(whole.lastIndexOf(part, from))
      }),
      { numRuns: 3_000 },
    )
  })
})
