import { expect, test } from 'vitest'
import { firstShown } from './RevisionAxis'

test.each([
  ['nothing happened yet', 159, [], 156],
  ['a few events, after a long history', 193, [187, 188, 193], 184],
  ['a client that fell asleep long ago', 500, [100, 490], 52],
  ['the first revisions', 4, [1, 2, 4], 0],
])('the axis begins a little before what is worth seeing: %s', (_, current, revisions, first) => {
  expect(firstShown(current, revisions)).toBe(first)
})
