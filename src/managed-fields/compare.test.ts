import { expect, test } from 'vitest'
import { compareManaged, exclude } from './compare'
import { FieldSet } from './field-set'
import { deduced } from './shape'

const compared = (left: object, right: object) => compareManaged(deduced, left, right)
const texts = (set: FieldSet): string[] => [...set.paths()].map((path) => path.join('/'))

test('lists added, removed and modified fields', () => {
  const { added, removed, modified } = compared({ a: 1, b: 1, c: { d: 1 } }, { a: 2, c: { d: 1, e: { f: 1 } } })
  expect([added, removed, modified].map(texts)).toEqual([['f:c/f:e', 'f:c/f:e/f:f'], ['f:b'], ['f:a']])
})

test('gives one object for equal differences, whatever the values', () => {
  const one = compared({ a: 1, b: 1 }, { a: 2, b: 1, c: 'x' })
  expect(compared({ a: 'x', z: true }, { a: 'y', z: true, c: { g: 1 } })).not.toBe(one)
  expect(compared({ a: 'x', z: true }, { a: 'y', z: true, c: 3 })).toBe(one)
  const without = FieldSet.ofFields([['c']])
  expect(exclude(one, without)).toBe(exclude(one, without))
  expect(texts(exclude(one, without).added)).toEqual([])
})

// Members of free-form objects may have any name.
test.each([
  [{ 'a3 f:b': 1 }, { a: { b: 1 } }],
  [{ 'a\0f:b': 1 }, { a: { b: 1 } }],
  [{ 'a(3 f:b)': 1 }, { a: { b: 1 } }],
  [{ 'a(.3 f:b)': 1 }, { a: { b: 1 } }],
  [{ a: 1, b: 1 }, { 'amodified3 f:b': 1 }],
  [{ a: 1, b: 1 }, { 'aadded3 f:b': 1 }],
])('distinguishes the paths of %j from those of %j', (one, other) => {
  for (const of of [one, other]) {
    const { added } = compared({}, of)
    expect(added.equals(FieldSet.ofPaths(everyPath(of)))).toBe(true)
  }
})

const everyPath = (value: object): string[][] =>
  Object.entries(value).flatMap(([name, member]: [string, unknown]) => [
    [`f:${name}`],
    ...(typeof member === 'object' && member !== null ? everyPath(member).map((path) => [`f:${name}`, ...path]) : []),
  ])
