import { describe, expect, it } from 'vitest'
import { InvalidPattern, PatternCursor } from './pattern-cursor'

describe('the text of a pattern', () => {
  it('is read by characters, not by units of UTF-16', () => {
    const text = new PatternCursor('😀a')
    expect([text.next, text.after]).toEqual(['😀', 'a'])
    expect([text.take('😀'), text.at, text.next, text.after]).toEqual([true, 1, 'a', undefined])
  })

  it.each<[string, string, boolean, number]>([
    ['abc', 'ab', true, 2],
    ['abc', 'b', false, 0],
    ['a', 'ab', false, 0],
  ])('of %s takes %s: %s', (pattern, wanted, taken, at) => {
    const text = new PatternCursor(pattern)
    expect([text.sees(wanted), text.take(wanted), text.at]).toEqual([taken, taken, at])
  })

  it.each<[string, RegExp, string | undefined, number]>([
    ['12a', /^\d+/, '12', 2],
    ['a12', /^\d+/, undefined, 0],
    ['😀😀a', /^😀+/u, '😀😀', 2],
  ])('of %s consumes what %s matches', (pattern, wanted, found, at) => {
    const text = new PatternCursor(pattern)
    expect([text.takeMatch(wanted)?.[0], text.at]).toEqual([found, at])
  })

  it('is quoted where it is wrong', () => {
    const text = new PatternCursor('a😀(b')
    expect(() => text.fail('missing closing )', 0)).toThrow(InvalidPattern)
    expect(() => text.fail('wrong', 1, 3)).toThrow('error parsing regexp: wrong: `😀(`')
  })
})
