import { describe, expect, it } from 'vitest'
import { namedOwners, ownedPaths } from './owners'
import { entry, ownersOf } from './ownership.testing'

describe('namedOwners', () => {
  it('distinguishes the entries of one manager', () => {
    expect(
      ownersOf(
        entry('a', {}),
        entry('a', {}, { operation: 'Update' }),
        entry('a', {}, { operation: 'Update', subresource: 'scale' }),
        entry('a', {}, { subresource: 'status' }),
      ).map((o) => o.name),
    ).toEqual(['a', 'a · update', 'a · scale', 'a · apply status'])
  })

  it('says nothing when an entry is not understood', () => {
    expect(namedOwners([entry('a', { 'x:y': {} })])).toBeUndefined()
  })

  it('gathers all owners of a path', () => {
    const paths = ownedPaths(ownersOf(entry('a', { 'f:x': {} }), entry('b', { 'f:x': {}, 'f:y': { '.': {} } })))
    expect([...paths.values()].map(({ text, names }) => [text, names])).toEqual([
      ['.x', ['a', 'b']],
      ['.y', ['b']],
    ])
  })
})
