import { expect, test } from 'vitest'
import { TimerQueue } from './timer-queue'

test('timers run when they are due, and those that are due together in the order in which they were set', () => {
  const queue = new TimerQueue()
  const ran: string[] = []
  for (const [due, name] of [
    [3, 'late'],
    [1, 'first'],
    [2, 'second'],
    [1, 'with it'],
  ] as const)
    queue.add(due, () => ran.push(name))
  expect(queue.firstDue).toBe(1)
  queue.runDue(2)
  expect(ran).toEqual(['first', 'with it', 'second'])
  expect(queue.firstDue).toBe(3)
  queue.runDue(3)
  expect([ran.at(-1), queue.first, queue.firstDue]).toEqual(['late', undefined, Infinity])
})

test('what a timer adds runs with it when it is due by then', () => {
  const queue = new TimerQueue()
  const ran: number[] = []
  const again = (due: number): void => {
    queue.add(due, () => {
      ran.push(due)
      again(due + 1)
    })
  }
  again(0)
  queue.runDue(3)
  expect(ran).toEqual([0, 1, 2, 3])
  expect(queue.firstDue).toBe(4)
})

test('one that was removed does not run, and removing it again removes no other', () => {
  const queue = new TimerQueue()
  const ran: string[] = []
  const [first, second] = [queue.add(1, () => ran.push('a')), queue.add(1, () => ran.push('b'))]
  queue.remove(first)
  queue.remove(first)
  expect(queue.first).toBe(second)
  queue.runDue(1)
  queue.remove(second)
  expect(ran).toEqual(['b'])
})
