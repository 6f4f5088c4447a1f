import { expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { arrivalKey } from './arrival'
import { ARRIVED, shownFirst } from './shown-first'

/** A page, with whether everything it was opened for has been shown. */
function opened(hash: string, arrival: string | null = null) {
  const events = new EventTarget()
  const clock = createFakeClock()
  const state = { shown: false }
  const storage = { getItem: (key: string) => (key === arrivalKey() ? arrival : null) }
  const done = shownFirst({ storage, hash, events, clock }).then(() => (state.shown = true))
  return { state, events, clock, done }
}
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

it('has nothing to wait for on an ordinary page', async () => {
  await opened('#/explore').done
  await opened('').done
  await opened('#/open').done
})

it('waits for the start state of a new plane', async () => {
  const { state, events, clock, done } = opened('#/explore', '{"lesson":"objects/owners"}')
  await clock.advance(50_000)
  expect(state.shown).toBe(false)
  events.dispatchEvent(new Event(ARRIVED))
  await done
})

it('waits a minute at most for a start state that is never complete', async () => {
  const { state, clock, done } = opened('#/explore', '{"lesson":"objects/owners"}')
  await clock.advance(59_000)
  expect(state.shown).toBe(false)
  await clock.advance(1_000)
  await done
})

it('waits for the content of a link to open', async () => {
  const { state, clock, done } = opened('#/open?s=abc')
  await turn()
  expect(state.shown).toBe(false)
  await clock.advance(5_000)
  await done
})

it('waits for the content of a link that is opened while it is shown', async () => {
  const { state, events, clock, done } = opened('#/open?s=abc', '{"scenario":"{}"}')
  await clock.advance(15_000)
  expect(state.shown).toBe(false)
  events.dispatchEvent(new Event(ARRIVED))
  await done
})
