import { expect, it } from 'vitest'
import { lineRange } from './line-range'

it.each<[string, number, [number, number]]>([
  ['', 1, [0, 0]],
  ['ab\ncde', 1, [0, 2]],
  ['ab\ncde', 2, [3, 6]],
  ['ab\n\nf\n', 3, [4, 5]],
  ['ab\n', 2, [3, 3]],
  ['ab', 9, [2, 2]],
])('of %j, line %i', (text, line, range) => {
  expect(lineRange(text, line)).toEqual(range)
})
