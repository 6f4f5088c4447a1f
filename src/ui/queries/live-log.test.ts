import { expect, test } from 'vitest'
import { lastLines } from './live-log'

test.each([
  ['a\nb\nc\n', 2, 'b\nc\n'],
  ['a\nb\nc\n', 3, 'a\nb\nc\n'],
  ['a\nb\nc\n', 9, 'a\nb\nc\n'],
  ['\n\nc\n', 1, 'c\n'],
  ['', 2, ''],
])('of %j the last %i lines are %j', (text, count, expected) => {
  expect(lastLines(text, count)).toBe(expected)
})
