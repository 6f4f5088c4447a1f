import { expect, it } from 'vitest'
import { formatGoDuration, parseGoDuration } from './go-duration'

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

it.each([
  [0, '0s'],
  [30_000, '30s'],
  [90_500, '1m30.5s'],
  [3_600_000, '1h0m0s'],
  [-1500, '-1.5s'],
  [300, '300ms'],
  [0.002, '2µs'],
  [0.000005, '5ns'],
])('writes %s as %j', (ms, text) => {
  expect(formatGoDuration(ms)).toBe(text)
  expect(parseGoDuration(text)).toBeCloseTo(ms, 9)
})
