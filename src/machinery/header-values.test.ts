import { describe, expect, it } from 'vitest'
import { appendHeaders, copyOfHeaders, headersFrom, headersOfLines } from './header-lines'
import { firstHeaderValue, headerValues } from './header-values'

const bytes = (text: string): string => Buffer.from(text).toString('latin1')

describe('the values of a header', () => {
  it.each<[string, Headers, string[]]>([
    ['are none without it', headersFrom({ other: 'x' }), []],
    ['are one a line', headersOfLines(['X-A', 'a', 'Other', 'o', 'x-a', 'b, c']), ['a', 'b, c']],
    ['are UTF-8', headersOfLines(['x-a', bytes('Jörg Łukasz 博士')]), ['Jörg Łukasz 博士']],
    ['are no other name for bytes that are no UTF-8', headersOfLines(['x-a', 'J\xf6rg']), ['J\ufffdrg']],
    ['come from text as they were written', headersFrom([['x-a', 'Jörg, Łukasz']]), ['Jörg, Łukasz']],
    ['may be empty', headersOfLines(['x-a', '', 'x-a', 'b']), ['', 'b']],
    ['are whole where lines are unknown but single', new Headers({ 'x-a': 'a,b' }), ['a,b']],
    ['are bytes or a script’s text where lines are unknown', new Headers({ 'x-a': bytes('Jörg') }), ['Jörg']],
    ['are bytes or a script’s text where lines are unknown', new Headers({ 'x-a': 'Jörg' }), ['Jörg']],
  ])('%s', (_what, headers, values) => {
    expect(headerValues(headers, 'x-a')).toEqual(values)
    expect(firstHeaderValue(headers, 'x-a')).toBe(values[0] ?? '')
    expect(headerValues(copyOfHeaders(headers), 'x-a')).toEqual(values)
    expect(headerValues(appendHeaders(headers, [['X-A', 'ü']]), 'x-a')).toEqual([...values, 'ü'])
  })

  it('are refused where lines may have been joined', () => {
    const headers = new Headers([
      ['x-a', 'a'],
      ['x-a', 'b'],
    ])
    expect(() => headerValues(headers, 'x-a')).toThrow('the value of the header x-a is ambiguous')
    expect(firstHeaderValue(headers, 'x-a')).toBe('a, b')
  })
})
