import { expect, it } from 'vitest'
import { nextTurn } from '../machinery/turn'
import { TurnQueue } from './turn-queue'

it('runs work in order, so much per turn, and goes on with what is added meanwhile', async () => {
  const queue = new TurnQueue(2)
  const seen: number[] = []
  for (const n of [1, 2, 3])
    queue.add(() => {
      seen.push(n)
      if (n === 3) queue.add(() => seen.push(4))
    })
  expect(seen).toEqual([])
  await nextTurn()
  expect(seen).toEqual([1, 2])
  await nextTurn()
  expect(seen).toEqual([1, 2, 3])
  await nextTurn()
  expect(seen).toEqual([1, 2, 3, 4])
  queue.add(() => seen.push(5))
  await nextTurn()
  expect(seen).toEqual([1, 2, 3, 4, 5])
})
