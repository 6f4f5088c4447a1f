import { expect, test } from 'vitest'
import { humanDuration, since } from './duration'

test.each([
  [-5, '<invalid>'],
  [-1, '0s'],
  [0, '0s'],
  [119, '119s'],
  [120, '2m'],
  [310, '5m10s'],
  [600, '10m'],
  [179 * 60, '179m'],
  [180 * 60, '3h'],
  [182 * 60, '3h2m'],
  [8 * 3600 + 600, '8h'],
  [48 * 3600, '2d'],
  [51 * 3600, '2d3h'],
  [8 * 86400 + 3600, '8d'],
  [729 * 86400, '729d'],
  [730 * 86400, '2y'],
  [750 * 86400, '2y20d'],
  [9 * 365 * 86400 + 86400, '9y'],
])('%d seconds read %s', (seconds, text) => expect(humanDuration(seconds * 1000)).toBe(text))

test('an age needs a timestamp', () => {
  expect(since(undefined, 0)).toBe('<unknown>')
  expect(since('1970-01-01T00:00:00Z', 5000)).toBe('5s')
})
