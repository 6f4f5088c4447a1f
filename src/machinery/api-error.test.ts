import { expect, test } from 'vitest'
import { notFoundError, tooManyRequests } from './api-error'

test.each([
  [0, {}],
  [10, { retryAfterSeconds: 10 }],
])('there is no Retry-After for status %i', (seconds, details) =>
  expect(tooManyRequests('later', seconds).details).toEqual(details),
)

test.each([
  ['a', 'secrets "a" not found'],
  ['a"b\\', 'secrets "a\\"b\\\\" not found'],
])('names are quoted: %s', (name, message) =>
  expect(notFoundError({ group: '', resource: 'secrets' }, name).message).toBe(message),
)
