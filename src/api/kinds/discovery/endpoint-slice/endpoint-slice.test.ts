import { expect, test } from 'vitest'
import { kindContext, refusals } from '../../../../testing/kinds'
import { endpointSlice } from './endpoint-slice'

test.each([
  [20, ['Invalid endpoints[0].topology']],
  [25, []],
])('in release 1.%i, a zone is looked at as a part of the topology: %j', (release, expected) => {
  const body = { addressType: 'IPv4', endpoints: [{ addresses: ['1.2.3.4'], zone: 'not a value' }] }
  expect(refusals(endpointSlice, body, kindContext({ release }))).toEqual(expected)
})

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

test.each([
  [{ port: 0 }, []],
  [{ protocol: '' }, ['NotSupported ports[0].protocol']],
])('of the port %j, only the protocol is looked at', (port, expected) =>
  expect(refusals(endpointSlice, { addressType: 'IPv4', endpoints: [], ports: [port] })).toEqual(expected),
)
