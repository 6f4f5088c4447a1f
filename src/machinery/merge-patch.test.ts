import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clone, type Json } from './json'
import { applyMergePatch } from './merge-patch'

describe('the examples of RFC 7386', () => {
  it.each<[Json, Json, Json]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (doc, patch, result) => {
    const before = clone([doc, patch])
    expect(applyMergePatch(doc, patch)).toEqual(result)
    expect([doc, patch]).toEqual(before)
  })
  it('omits nulls in lists if asked to', () => {
    expect(applyMergePatch({ a: ['b'], o: {} }, { a: [null, { b: null }], o: [null], n: [null] }, true)).toEqual({
      a: [{}],
      o: [null],
      n: [],
    })
    expect(applyMergePatch({ a: ['b'] }, { a: [null] })).toEqual({ a: [null] })
  })
  it('touches no prototype', () => {
    const patch = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as Json
    applyMergePatch({}, patch)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

it('a patch applied twice is the patch applied once', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (doc, patch) => {
      const once = applyMergePatch(doc as Json, patch as Json)
      expect(applyMergePatch(once, patch as Json)).toEqual(once)
    }),
  )
})
