import { describe, expect, it } from 'vitest'
import { clone, countValues, equal, MANY_VALUES } from './json'
import { parseJson } from './json-text'

describe('clone', () => {
  it('shares no object or list with what it copies', () => {
    const value = { list: [{ a: 1 }, [2], 'text'], object: { b: { c: null } } }
    const copy = clone(value)
    expect(copy).toEqual(value)
    expect(copy.list).not.toBe(value.list)
    expect(copy.list[0]).not.toBe(value.list[0])
    expect(copy.list[1]).not.toBe(value.list[1])
    expect(copy.object.b).not.toBe(value.object.b)
  })
  it('omits undefined members', () => {
    expect(Object.keys(clone({ a: undefined, b: { c: undefined } }))).toEqual(['b'])
    expect(Object.keys(clone({ b: { c: undefined } }).b)).toEqual([])
  })
  it('keeps a member called __proto__ as data', () => {
    const copy = clone(parseJson('{"__proto__":{"a":1},"b":2}')) as object
    expect(Object.keys(copy)).toEqual(['__proto__', 'b'])
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })
})

describe('equal', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ['items in another order', [1, 2], [2, 1], false],
    ['a member that is undefined and one that is absent', { a: 1, b: undefined }, { a: 1 }, true],
    ['an absent member and one that is undefined', { a: 1 }, { a: 1, b: undefined }, true],
    ['a member more', { a: 1 }, { a: 1, b: 2 }, false],
    ['a member less', { a: 1, b: 2 }, { a: 1 }, false],
    ['as many members of other names', { a: undefined, b: 1 }, { a: 1, b: undefined }, false],
    ['an empty list and an empty object', [], {}, false],
    ['an empty object and an empty list', {}, [], false],
    ['a list and one that begins like it', [1], [1, 2], false],
    ['null and an empty object', null, {}, false],
    ['values deep within', { a: [{ b: [1, { c: 2 }] }] }, { a: [{ b: [1, { c: 3 }] }] }, false],
  ])('compares %s', (_what, left, right, same) => {
    expect(equal(left, right)).toBe(same)
  })
})

describe('a value holds many others', () => {
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]))
  it.each([
    [false, members(2000)],
    [true, members(2001)],
    [false, Array<number>(2000).fill(1)],
    [true, Array<number>(2001).fill(1)],
    [false, [members(999), members(999)]],
    [true, [members(999), { list: Array<number>(1000).fill(1) }]],
    [false, null],
  ])('%s', (many, value) => {
    expect(countValues(value) > MANY_VALUES).toBe(many)
  })
})
