import { expect, it } from 'vitest'
import { watchProblems } from './watch-checks'

const event = (type: string, name: string, version: number) => ({ type, name, version })
const from = { from: 5, listed: new Map([['a', 3]]) }

it('accepts a watch that is ordered, complete and reaches the end', () => {
  const events = [event('MODIFIED', 'a', 6), event('ADDED', 'b', 7), event('DELETED', 'a', 8)]
  expect(watchProblems({ ...from, events }, new Set([3, 6, 7, 8]), new Map([['b', 7]]))).toEqual([])
})

it.each([
  ['disorder', [event('MODIFIED', 'a', 7), event('MODIFIED', 'a', 6)], [], [['a', 6]], 'after 7'],
  ['a double', [event('MODIFIED', 'a', 6), event('MODIFIED', 'a', 6)], [], [['a', 6]], 'after 6'],
  ['a gap', [event('MODIFIED', 'a', 7)], [6, 7], [['a', 7]], 'version 6 was never told'],
  ['another end', [event('ADDED', 'b', 6)], [6], [['a', 3]], 'b is gone'],
  ['a lost end', [], [], [['a', 6]], 'a is 6'],
  ['a second addition', [event('ADDED', 'a', 6)], [6], [['a', 6]], 'added twice'],
] as const)('finds %s', (_what, events, written, end, message) => {
  expect(watchProblems({ ...from, events }, new Set(written), new Map(end)).join()).toContain(message)
})
