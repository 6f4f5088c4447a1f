import { expect, it } from 'vitest'
import { nextTurn } from '../../machinery/turn'
import { inBatches } from './batches'

const never = new AbortController().signal

it.each([
  [0, []],
  [1, [1]],
  [5, [1, 2, 2]],
  [14, [1, 2, 4, 4, 3]],
])('does %d in batches of %j', async (count, sizes) => {
  const seen: number[] = []
  const batches: number[] = []
  let running = 0
  await inBatches(count, never, async (i) => {
    seen.push(i)
    running += 1
    if (running === 1) batches.push(0)
    batches[batches.length - 1] = running
    await Promise.resolve()
    await Promise.resolve()
    running -= 1
  })
  expect(batches).toEqual(sizes)
  expect(seen).toEqual(Array.from({ length: count }, (_, i) => i))
})

it('stops after the batch in which one is refused', async () => {
  let asked = 0
  const refuse = (i: number) => (asked++, i === 2 ? Promise.reject(new Error('full')) : Promise.resolve())
  await expect(inBatches(100, never, refuse)).rejects.toThrow('full')
  expect(asked).toBe(3)
})

it('begins no batch after the end', async () => {
  const end = new AbortController()
  let asked = 0
  await inBatches(100, end.signal, () => Promise.resolve((asked++, end.abort())))
  expect(asked).toBe(1)
})

it('yields to other work between batches', async () => {
  const seen: number[] = []
  let over = false
  const other = (async () => {
    for (let done = 0; !over; await nextTurn()) {
      if (seen.length > done) done = seen.push(0)
    }
  })()
  await inBatches(7, never, (i) => Promise.resolve(void seen.push(i + 1)))
  over = true
  await other
  expect(seen.join(' ')).toMatch(/^1 0 2 3 0 4 5 6 7/)
})
