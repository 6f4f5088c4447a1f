import { expect, test } from 'vitest'
import { refusals } from '../../../testing/kinds'
import { event } from './event'

test('a reporter, an action and a reason that are too long', () => {
  const word = 'a'.repeat(129)
  expect(
    refusals(event, {
      involvedObject: { namespace: 'default' },
      eventTime: '2030-01-01T00:00:00.000000Z',
      reportingComponent: 'c',
      reportingInstance: word,
      action: word,
      reason: word,
    }),
  ).toEqual(['Invalid action', 'Invalid reason', 'Invalid repotingIntance'])
})
