import { expect, it } from 'vitest'
import { addAll, greatest, least, mapChanged } from './lists'

it('shares a list in which nothing changes, and copies one in which something does', () => {
  const items = Object.freeze([1, 2, 3, 2])
  expect(mapChanged(items, (item) => item)).toBe(items)
  expect(mapChanged(items, (item) => (item === 2 ? 20 : item))).toEqual([1, 20, 3, 20])
  expect(items).toEqual([1, 2, 3, 2])
  expect(mapChanged<number | undefined>([1, 2], (item) => (item === 1 ? undefined : item))).toEqual([undefined, 2])
  const none: readonly number[] = []
  expect(mapChanged(none, () => 1)).toBe(none)
})

it('adds more items than a call has arguments', () => {
  const list = [0]
  addAll(list, new Array<number>(200_000).fill(1))
  expect(list).toHaveLength(200_001)
})

it('finds the least and the greatest of numbers, and of none', () => {
  expect([least([3, 1, 2]), greatest([3, 1, 2])]).toEqual([1, 3])
  expect([least([]), greatest([])]).toEqual([Infinity, -Infinity])
})
