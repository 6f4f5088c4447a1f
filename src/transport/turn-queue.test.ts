import { expect, it } from 'vitest'
import { nextTurn } from '../machinery/turn'
import { TurnQueue } from './turn-queue'

/** Time that passes only as the test says. */
function steppedTime() {
  let now = 0
  const waits: { ms: number; go: () => void }[] = []
  return {
    waits,
    pass: (ms: number) => (now += ms),
    now: () => now,
    wait: (ms: number) => new Promise<void>((go) => waits.push({ ms, go })),
  }
}

const LIMITS = { perTurn: 2, restFactor: 3, longestRestMs: 20 }

it('runs work in order, so much per turn, and goes on with what is added meanwhile', async () => {
  const queue = new TurnQueue(LIMITS, steppedTime())
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

it.each([
  { work: 'short work', tookMs: 0.3, rest: undefined },
  { work: 'long work', tookMs: 4, rest: 12 },
  { work: 'very long work', tookMs: 100, rest: 20 },
])('rests after $work, but not longer than allowed', async ({ tookMs, rest }) => {
  const time = steppedTime()
  const queue = new TurnQueue(LIMITS, time)
  const seen: string[] = []
  queue.add(() => {
    time.pass(tookMs)
    queue.add(() => seen.push('second'))
  })
  await nextTurn()
  await nextTurn()
  expect(time.waits.map(({ ms }) => ms)).toEqual(rest === undefined ? [] : [rest])
  expect(seen).toEqual(rest === undefined ? ['second'] : [])
  for (const { go } of time.waits) go()
  await nextTurn()
  expect(seen).toEqual(['second'])
})

it('starts at once when the rest has passed before more is added', async () => {
  const time = steppedTime()
  const queue = new TurnQueue(LIMITS, time)
  const seen: string[] = []
  queue.add(() => time.pass(4))
  await nextTurn()
  await nextTurn()
  time.pass(12)
  queue.add(() => seen.push('later'))
  await nextTurn()
  expect([seen, time.waits]).toEqual([['later'], []])
})
