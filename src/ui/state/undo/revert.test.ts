import { describe, expect, it } from 'vitest'
import { revert } from './revert'

const item = (name: string, image: string) => ({ name, image })

describe('revert', () => {
  it.each([
    ['a field that changed', { a: 1 }, { a: 2 }, { a: 2 }, { a: 1 }],
    ['a field that was added', { a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2 }, { a: 1 }],
    ['a field that was removed', { a: 1, b: 2 }, { a: 1 }, { a: 1 }, { a: 1, b: 2 }],
    ['beside what others wrote', { a: 1 }, { a: 2 }, { a: 2, b: 9 }, { a: 1, b: 9 }],
    ['what is back already', { a: 1 }, { a: 2 }, { a: 1 }, { a: 1 }],
    [
      'one item of a list of named ones',
      { list: [item('x', '1'), item('y', '1')] },
      { list: [item('x', '2'), item('y', '1')] },
      { list: [item('x', '2'), item('y', '1'), item('z', '1')] },
      { list: [item('x', '1'), item('y', '1'), item('z', '1')] },
    ],
    ['a whole part', {}, { spec: { a: 1 } }, { spec: { a: 1 } }, {}],
  ])('reverts %s', (_title, before, after, now, expected) => {
    expect(revert(before, after, now)).toEqual({ value: expected, clashes: [] })
  })

  it.each([
    ['the same field', { a: 1 }, { a: 2 }, { a: 3 }, [{ path: 'a', wrote: 2, now: 3 }]],
    ['the field away', { a: 1 }, { a: 2 }, {}, [{ path: 'a', wrote: 2, now: undefined }]],
    [
      'a list without names',
      { l: [1] },
      { l: [1, 2] },
      { l: [1, 2, 3] },
      [{ path: 'l', wrote: [1, 2], now: [1, 2, 3] }],
    ],
    [
      'an item of a list of named ones',
      { list: [item('x', '1')] },
      { list: [item('x', '2')] },
      { list: [item('x', '3')] },
      [{ path: 'list.x.image', wrote: '2', now: '3' }],
    ],
  ])('says where others wrote %s', (_title, before, after, now, clashes) => {
    const { value, clashes: found } = revert(before, after, now)
    expect(found).toEqual(clashes)
    expect(value).toEqual(before)
  })
})
