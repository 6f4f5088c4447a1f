import { expect, it } from 'vitest'
import { Backoff } from './backoff'

it('waits twice as long after each attempt, up to a limit, by key', () => {
  const backoff = new Backoff(1000, 4000)
  let now = 0
  const waits = Array.from({ length: 5 }, () => {
    expect(backoff.left('a', now)).toBe(0)
    const left = backoff.left('a', now)
    now += left
    return left
  })
  expect(waits).toEqual([1000, 2000, 4000, 4000, 4000])
  expect(backoff.left('b', now)).toBe(0)
})

it('starts again after twice the longest time', () => {
  const backoff = new Backoff(1000, 4000)
  backoff.left('a', 0)
  backoff.left('a', 1000)
  backoff.left('a', 9001)
  expect(backoff.left('a', 9001)).toBe(1000)
})
