import { expect, test } from 'vitest'
import { tooManyRequests } from './api-error'

test.each([
  [0, {}],
  [10, { retryAfterSeconds: 10 }],
])('whoever need not wait is told no time: %i', (seconds, details) =>
  expect(tooManyRequests('later', seconds).details).toEqual(details),
)
