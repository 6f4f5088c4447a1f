import { expect, test } from 'vitest'
import { kindContext, refusals } from '../../../testing/kinds'
import { endpointSlice } from './endpoint-slice'

const many = Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'v']))

test.each([
  [20, { '-': 'a' }, ['Invalid endpoints[0].topology']],
  [20, many, ['TooMany endpoints[0].topology']],
  [25, { a: '-' }, ['Invalid endpoints[0].deprecatedTopology']],
])('in release 1.%i, the topology %j is refused', (release, deprecatedTopology, expected) =>
  expect(
    refusals(
      endpointSlice,
      { addressType: 'IPv4', endpoints: [{ addresses: ['1.2.3.4'], deprecatedTopology }] },
      kindContext({ release }),
    ),
  ).toEqual(expected),
)
