import { expect, test } from 'vitest'
import { placeOf } from './json-place'

const TEXT = ' { "a" : { "b.c": [ 1, {"d" :true } ], "e": {} }, "f": "x\\"}" } '

test.each([
  ['a.b.c[0]', '1'],
  ['a.b.c[1].d', 'true'],
  ['a.b.c', '[ 1, {"d" :true } ]'],
  ['a.e', '{}'],
  ['f', '"x\\"}"'],
  ['a', '{ "b.c": [ 1, {"d" :true } ], "e": {} }'],
  ['g', undefined],
  ['a.b.c[2]', undefined],
])('%s is %s', (path, value) => {
  const place = placeOf(TEXT, path)
  expect(place && TEXT.slice(place.start, place.end)).toBe(value)
})

test('a value behind one that is nested deeper than the call stack allows', () => {
  const depth = 50_000
  const text = `{"a":${'{"b":['.repeat(depth)}"]}"${']}'.repeat(depth)},"c":2}`
  const place = placeOf(text, 'c')
  expect(place && text.slice(place.start, place.end)).toBe('2')
})
