import { expect, test } from 'vitest'
import { scaledValue } from './scaled-value'

test.each([
  [3, 'up', 3],
  ['25%', 'up', 3],
  ['25%', 'down', 2],
  ['neither', 'up', 0],
  [undefined, 'up', 0],
] as const)('%s of ten, rounded %s, is %s', (value, round, amount) => {
  expect(scaledValue(value, 10, round)).toBe(amount)
})
