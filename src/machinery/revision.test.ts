import { expect, test } from 'vitest'
import { parseRevision } from './revision'

test.each([
  [undefined, 0],
  ['', 0],
  ['0', 0],
  ['12', 12],
  ['012', 12],
  ['18446744073709551615', 18446744073709551615],
  ['18446744073709551616', undefined],
  ['-1', undefined],
  ['+1', undefined],
  ['1.5', undefined],
  [' 1', undefined],
  ['latest', undefined],
])('the number of version %j is %j', (text, expected) => {
  expect(parseRevision(text)).toBe(expected)
})
