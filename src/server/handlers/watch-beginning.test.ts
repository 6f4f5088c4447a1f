import { expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock'
import { scheduleBookmarks } from './watch-beginning'

test.each([
  [1, []],
  [2, [0]],
  [3, [1]],
  [100, [60, 98]],
])('a watch of %i seconds gets bookmarks after %j seconds', async (seconds, times) => {
  const clock = createFakeClock()
  const start = clock.now()
  const seen: number[] = []
  const stop = scheduleBookmarks(clock, seconds * 1000, () => seen.push((clock.now() - start) / 1000))
  for (let passed = 0; passed < seconds; passed++) await clock.advance(passed === 0 ? 0 : 1000)
  stop()
  expect(seen).toEqual(times)
})
