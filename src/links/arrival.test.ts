import { expect, it } from 'vitest'
import { arrivalKey, startOfArrival } from './arrival'

it.each<[string, string | undefined, unknown]>([
  ['nothing waits', undefined, undefined],
  ['a state without flags', '{"lesson":"objects/owners","from":"","flags":[]}', undefined],
  ['a state of an earlier version', '{"lesson":"objects/owners","from":""}', undefined],
  ['something else', '{"flags', undefined],
  [
    'a state with flags',
    '{"lesson":"objects/deprecated","from":"","flags":["--release=1.24"]}',
    { argv: ['--release=1.24'], accepted: false, own: true },
  ],
])('reads what the first start runs with: %s', (_, kept, expected) => {
  const storage = { getItem: (key: string) => (key === arrivalKey('p1') ? (kept ?? null) : null) }
  expect(startOfArrival(storage, 'p1')).toEqual(expected)
})
