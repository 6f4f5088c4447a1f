import { expect, test } from 'vitest'
import { amountOf, hashOf } from './amounts'

test.each([
  [3, 'up', 3],
  ['25%', 'up', 3],
  ['25%', 'down', 2],
  ['neither', 'up', 0],
  [undefined, 'up', 0],
] as const)('%s of ten, rounded %s, is %s', (value, round, amount) => {
  expect(amountOf(value, 10, round)).toBe(amount)
})

test('the hash of a template depends on what it says, not on the order of its members', () => {
  expect(hashOf({ a: 1, b: { c: 2, d: null } })).toBe(hashOf({ b: { c: 2 }, a: 1 }))
  expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: 2 }))
  expect(hashOf({ a: 1 }, 1)).not.toBe(hashOf({ a: 1 }))
})

test('a template with an integer beyond 2^53 has a hash of its own', () => {
  expect(hashOf({ seconds: 9223372036854775807n })).not.toBe(hashOf({ seconds: 9223372036854775806n }))
})
