import { describe, expect, it } from 'vitest'
import { appendHeaders, copyOfHeaders, headersFrom, headersOf, headersOfLines, rawHeaderLines } from './header-lines'

const bytes = (text: string): string => Buffer.from(text).toString('latin1')
const LINES = ['X-A', 'a', 'Other', 'o', 'x-a', 'b, c']

describe('the lines of headers', () => {
  it('are those that they were made of', () => {
    const headers = headersOfLines(LINES)
    expect(rawHeaderLines(headers)).toEqual(LINES)
    expect(headers.get('x-a')).toBe('a, b, c')
  })

  it('are bytes, whatever characters the values have', () => {
    expect(rawHeaderLines(headersOf([['x-a', 'Jörg Łukasz 博士']]))).toEqual(['x-a', bytes('Jörg Łukasz 博士')])
  })

  it.each<[string, Headers]>([
    ['pairs', headersFrom([['x-a', 'a']])],
    ['a record', headersFrom({ 'x-a': 'a' })],
    ['headers that know them', headersFrom(headersOfLines(['x-a', 'a']))],
  ])('come from %s', (_what, headers) => {
    expect(rawHeaderLines(headers)).toEqual(['x-a', 'a'])
  })

  it('are unknown of headers that a script made', () => {
    expect(rawHeaderLines(new Headers({ 'x-a': 'a' }))).toBeUndefined()
    expect(rawHeaderLines(headersFrom(new Headers({ 'x-a': 'a' })))).toBeUndefined()
  })

  it('stay with a copy, and apart from the original', () => {
    const headers = headersOfLines(LINES)
    const copy = copyOfHeaders(headers)
    expect(rawHeaderLines(copy)).toEqual(LINES)
    copy.set('x-a', 'changed')
    expect(headers.get('x-a')).toBe('a, b, c')
  })

  it('are joined by further ones; a header of unknown lines counts as one', () => {
    expect(rawHeaderLines(appendHeaders(headersOfLines(LINES), [['X-A', 'ü']]))).toEqual([...LINES, 'X-A', bytes('ü')])
    const joined = new Headers([
      ['x-a', 'a'],
      ['x-a', 'b'],
    ])
    expect(rawHeaderLines(appendHeaders(joined, [['x-a', 'c']]))).toEqual(['x-a', 'a, b', 'x-a', 'c'])
  })

  it('are refused where they are no headers', () => {
    expect(() => headersOfLines(['no name', 'a'])).toThrow(TypeError)
  })
})
