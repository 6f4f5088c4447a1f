import { expect, it, vi } from 'vitest'
import { readAtMost } from './read-at-most'

const cancel = vi.fn()
const streamOf = (...parts: number[][]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull(controller) {
      const part = parts.shift()
      if (part) controller.enqueue(Uint8Array.from(part))
      else controller.close()
    },
    cancel,
  })

it.each([
  ['nothing', [], 2, []],
  ['as much as there may be', [[1], [2, 3]], 3, [1, 2, 3]],
  ['too much', [[1], [2, 3], [4]], 2, undefined],
])('reads %s', async (_, parts, most, bytes) => {
  const read = await readAtMost(streamOf(...parts), most)
  expect(read && [...read]).toEqual(bytes)
  expect(cancel).toHaveBeenCalledTimes(bytes === undefined ? 1 : 0)
})
