import { describe, expect, it } from 'vitest'
import type { ManagedFieldsEntry } from '../../../machinery/object'
import { namedOwners, ownedPaths } from './owners'

const entry = (
  manager: string,
  fieldsV1: Record<string, unknown>,
  more: Partial<ManagedFieldsEntry> = {},
): ManagedFieldsEntry => ({
  manager,
  operation: 'Apply',
  apiVersion: 'g/v1',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
})
const ownersOf = (...entries: ManagedFieldsEntry[]) => namedOwners(entries) ?? []

describe('namedOwners', () => {
  it('tells the entries of one manager apart', () => {
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
