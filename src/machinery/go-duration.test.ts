import { expect, it } from 'vitest'
import { parseGoDuration } from './go-duration'

it.each([
  ['0', 0],
  ['300ms', 300],
  ['1h30m', 5_400_000],
  ['-1.5s', -1500],
  ['.5m', 30_000],
  ['2us', 0.002],
  ['', undefined],
  ['1', undefined],
  ['1d', undefined],
  ['1s ', undefined],
])('reads %j as %s', (text, ms) => {
  expect(parseGoDuration(text)).toBe(ms)
})
