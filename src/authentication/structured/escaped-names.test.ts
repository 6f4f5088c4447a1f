import { expect, it } from 'vitest'
import { dynamicValue } from '../../api/policies/values'
import { MapValue } from '../../expressions/values'
import { readByEscapedNames } from './escaped-names'

it('finds members at any depth by both names', () => {
  const value = readByEscapedNames(dynamicValue({ 'a.b': [{ 'c/d': 1 }] }))
  const list = value instanceof MapValue ? [value.get('a__dot__b'), value.get('a.b')] : []
  const inner = Array.isArray(list[0]) ? (list[0][0] as MapValue) : undefined
  expect([inner?.get('c__slash__d'), inner?.get('c/d'), inner?.get('c')]).toEqual([1n, 1n, undefined])
  expect(list[1]).toBe(list[0])
})
