import { describe, expect, it } from 'vitest'
import { decodeFailure } from '../testing/decode-failure'
import { decodeJson } from './decode-json'
import type { Json } from './json'

describe('JSON', () => {
  it.each<[string, Json, string[]]>([
    ['{"a":1}', { a: 1 }, []],
    ['{"a":1,"a":2}', { a: 2 }, ['a']],
    [
      '{"metadata":{"labels":{"a":"1","b":"2","a":"3"}}}',
      { metadata: { labels: { a: '3', b: '2' } } },
      ['metadata.labels.a'],
    ],
    [
      '{"spec":{"containers":[{"x":1},{"image":"a","image":"b"}]}}',
      { spec: { containers: [{ x: 1 }, { image: 'b' }] } },
      ['spec.containers[1].image'],
    ],
    ['{"a":{"b":1,"b":2},"a":{"b":1}}', { a: { b: 1 } }, ['a.b', 'a']],
    ['{"a":[[{"b":1,"b":2}]]}', { a: [[{ b: 2 }]] }, ['a[0][0].b']],
    ['{"\\u0061":1,"a":2}', { a: 2 }, ['a']],
    ['{"a":"\\"a\\":","b":"{\\\\"}', { a: '"a":', b: '{\\' }, []],
    ['[1,2]', [1, 2], []],
    [' null ', null, []],
    ['{"a":1,"a":2,"a":3}', { a: 3 }, ['a']],
  ])('%s', (text, value, duplicates) => {
    expect(decodeJson(text)).toEqual({ value, duplicates, fractions: [] })
    expect(decodeJson(text, { duplicates: false })).toEqual({ value, duplicates: [], fractions: [] })
  })
  it.each([
    ['{"metadata":', 1],
    ['{\n"a": 1,\n}', 3],
    ['', 1],
  ])('says where it is wrong: %j', (text, line) => expect(decodeFailure(() => decodeJson(text)).line).toBe(line))
  it('rejects values that are nested too deep', () => {
    expect(decodeFailure(() => decodeJson('['.repeat(1e6))).message).toMatch(/deeper/)
    expect(decodeJson(`${'['.repeat(400)}${']'.repeat(400)}`).duplicates).toEqual([])
  })
  it('keeps names such as __proto__ as data', () =>
    expect(Object.keys(decodeJson('{"__proto__":{"a":1}}').value as object)).toEqual(['__proto__']))
})
