import { describe, expect, it } from 'vitest'
import { settleConflicts, threeWay } from './three-way'

describe('threeWay', () => {
  const base = { a: 1, b: { c: 1, d: 1 }, list: [1, 2] }

  it.each([
    ['only mine', { ...base, a: 2 }, base, { ...base, a: 2 }],
    ['only theirs', base, { ...base, a: 3 }, { ...base, a: 3 }],
    [
      'different fields',
      { ...base, b: { c: 2, d: 1 } },
      { ...base, b: { c: 1, d: 2 } },
      { ...base, b: { c: 2, d: 2 } },
    ],
    ['the same change', { ...base, a: 2 }, { ...base, a: 2 }, { ...base, a: 2 }],
    ['removed here, kept there', { b: base.b, list: base.list }, base, { b: base.b, list: base.list }],
    ['added on both sides', { ...base, x: 1 }, { ...base, y: 1 }, { ...base, x: 1, y: 1 }],
  ])('%s', (_, mine, theirs, merged) => {
    expect(threeWay(base, mine, theirs)).toEqual({ merged, collisions: [] })
  })

  it('lets the user decide where both changed the same lines', () => {
    const merge = threeWay(base, { ...base, a: 2, list: [1] }, { ...base, a: 3, list: [2] })
    expect(merge.collisions.map((c) => c.path.join('.'))).toEqual(['a', 'list'])
    expect(merge.merged).toEqual({ ...base, a: 3, list: [2] })
    expect(settleConflicts(merge, new Set(['a']))).toEqual({ ...base, a: 2, list: [2] })
  })

  it('can decide for a removal', () => {
    const merge = threeWay({ a: 1 }, {}, { a: 2 })
    expect(settleConflicts(merge, new Set(['a']))).toEqual({})
  })
})
