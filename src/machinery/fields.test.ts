import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldSelectorOf, parseFieldSelector } from './fields'
import { SelectorError } from './labels'

const read = (text: string) =>
  parseFieldSelector(text).requirements.map(({ field, operator, value }) => [field, operator, value])

describe('field selectors', () => {
  it.each<[string, unknown[]]>([
    ['', []],
    [',', []],
    ['metadata.name=a', [['metadata.name', '=', 'a']]],
    [
      'a==b,c!=d',
      [
        ['a', '=', 'b'],
        ['c', '!=', 'd'],
      ],
    ],
    ['a=', [['a', '=', '']]],
    ['a=b\\,c', [['a', '=', 'b,c']]],
    ['a=b\\=c\\\\', [['a', '=', 'b=c\\']]],
    ['a!=', [['a', '!=', '']]],
    ['=v', [['', '=', 'v']]],
    ['=', []],
  ])('%j', (text, result) => expect(read(text)).toEqual(result))

  it.each(['nonsense', 'a=b=c', 'a=b\\c', 'a=b\\', 'a,b=c', '!a'])('refuses %j', (text) =>
    expect(() => parseFieldSelector(text)).toThrow(SelectorError),
  )

  it('matches', () => {
    const get = (field: string) => ({ a: '1', b: '' })[field]
    expect(['a=1', 'a!=1', 'b=', 'c=', 'c!=x', 'a=1,b!='].map((text) => parseFieldSelector(text).matches(get))).toEqual(
      [true, false, true, true, true, false],
    )
    expect(parseFieldSelector('').empty).toBe(true)
  })

  it('any value survives its text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('=' as const, '!=' as const), (value, operator) => {
        const selector = fieldSelectorOf([{ field: 'a.b', operator, value }])
        expect(parseFieldSelector(selector.toString()).requirements).toEqual(selector.requirements)
      }),
    )
  })
  it('any text is a selector or a SelectorError', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[ab\\,=!]{0,12}$/)), (text) => {
        try {
          parseFieldSelector(text)
        } catch (error) {
          if (!(error instanceof SelectorError)) throw error
        }
      }),
    )
  })
})
