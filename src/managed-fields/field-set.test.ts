import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FieldSet } from './field-set'
import { fromFieldsV1, toFieldsV1 } from './fields-v1'
import { canonicalElement, InvalidPathElement, pathText } from './path-element'

const element = fc.constantFrom('f:a', 'f:b', 'k:{"x":1}', 'v:"m"')
const path = fc.array(element, { minLength: 1, maxLength: 4 })
const paths = fc.array(path, { maxLength: 8 })
const texts = (set: FieldSet): string[] => [...set.paths()].map((steps) => steps.join(' ')).sort()
const model = (list: string[][]): Set<string> => new Set(list.map((steps) => steps.join(' ')))

describe('sets of paths', () => {
  test('behave as sets', () => {
    fc.assert(
      fc.property(paths, paths, (one, other) => {
        const [a, b] = [FieldSet.ofPaths(one), FieldSet.ofPaths(other)]
        const [x, y] = [model(one), model(other)]
        expect(texts(a.union(b))).toEqual([...new Set([...x, ...y])].sort())
        expect(texts(a.intersection(b))).toEqual([...x].filter((p) => y.has(p)).sort())
        expect(texts(a.difference(b))).toEqual([...x].filter((p) => !y.has(p)).sort())
        expect(texts(a.differenceWithin(b))).toEqual(
          [...x].filter((p) => ![...y].some((q) => p === q || p.startsWith(`${q} `))).sort(),
        )
        expect(a.equals(b)).toBe(x.size === y.size && [...x].every((p) => y.has(p)))
        expect(one.every((steps) => a.has(steps))).toBe(true)
        expect(fromFieldsV1(JSON.parse(JSON.stringify(toFieldsV1(a))) as object).equals(a)).toBe(true)
      }),
    )
  })
  test('say by identity that nothing changed', () => {
    fc.assert(
      fc.property(paths, (list) => {
        const set = FieldSet.ofPaths(list)
        const same = FieldSet.ofPaths(list)
        expect(set.union(same)).toBe(set)
        expect(set.intersection(same)).toBe(set)
        expect(set.difference(FieldSet.ofPaths([['f:other']]))).toBe(set)
      }),
    )
  })
})

describe('the written form', () => {
  test('has a dot where a path both ends and continues', () => {
    const set = FieldSet.ofPaths([['f:a'], ['f:a', 'f:b'], ['f:c', 'f:d']])
    expect(toFieldsV1(set)).toEqual({ 'f:a': { '.': {}, 'f:b': {} }, 'f:c': { 'f:d': {} } })
    expect(fromFieldsV1(toFieldsV1(set))).toBe(set)
  })
  test('is read with keys in any order', () => {
    const set = fromFieldsV1({ 'f:l': { 'k:{"b":1, "a":"x"}': { '.': {}, 'f:v': {} }, 'v:1.0': {}, 'i:0': {} } })
    expect(toFieldsV1(set)).toEqual({ 'f:l': { 'i:0': {}, 'k:{"a":"x","b":1}': { '.': {}, 'f:v': {} }, 'v:1': {} } })
  })
  test.each([1, 'x', true, []])('is not understood above %j', (below) => {
    expect(() => fromFieldsV1({ 'f:data': below })).toThrow(InvalidPathElement)
  })
  test.each(['x:y', 'name', 'k:[1]', 'k:{', 'v:', 'i:x', ''])('is not understood with %j', (text) => {
    expect(() => canonicalElement(text)).toThrow(InvalidPathElement)
  })
  test('is shown to people as a path', () => {
    expect(pathText(['f:spec', 'f:l', 'k:{"n":"a","p":1}', 'f:set', 'v:"x"'])).toBe('.spec.l[n="a",p=1].set[="x"]')
    expect(pathText(['f:l', 'i:2'])).toBe('.l[2]')
  })
})
