import { expect, it } from 'vitest'
import { startTurns } from './control-plane-turns'
import { createFakeClock } from './testing/fake-clock'

/** Whether the start's own work has begun, after each of these steps. */
async function begunAfter(steps: readonly (number | 'answer')[]): Promise<boolean[]> {
  const clock = createFakeClock()
  const { answered, yieldToRequests } = startTurns(clock, () => Promise.resolve())
  let begun = false
  void yieldToRequests().then(() => (begun = true))
  const seen: boolean[] = []
  for (const step of steps) {
    if (step === 'answer') answered()
    else await clock.advance(step)
    seen.push(begun)
  }
  return seen
}

it.each<[string, readonly (number | 'answer')[], boolean[]]>([
  ['a little after the first answer', [50, 'answer', 90, 20], [false, false, false, true]],
  ['without one, after a while', [390, 20], [false, true]],
])('the start goes on %s', async (_when, steps, expected) => expect(await begunAfter(steps)).toEqual(expected))
