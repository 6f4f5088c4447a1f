import { expect, test } from 'vitest'
import { shortHash } from './short-hash'

test('the hash of a template depends on what it says, not on the order of its members', () => {
  expect(shortHash({ a: 1, b: { c: 2, d: null } })).toBe(shortHash({ b: { c: 2 }, a: 1 }))
  expect(shortHash({ a: 1 })).not.toBe(shortHash({ a: 2 }))
  expect(shortHash({ a: 1 }, 1)).not.toBe(shortHash({ a: 1 }))
})

test('a template with an integer beyond 2^53 has a hash of its own', () => {
  expect(shortHash({ seconds: 9223372036854775807n })).not.toBe(shortHash({ seconds: 9223372036854775806n }))
})
