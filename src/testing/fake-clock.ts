import type { ControllableClock } from '../machinery/controllable-clock'
import { createControllableClock } from '../machinery/controllable-clock'

/** A clock that stands still until a test advances it. */
export interface FakeClock extends ControllableClock {
  /** Advances the time; see `ControllableClock.step`. */
  advance(ms: number): Promise<void>
}

/** A clock that only tests advance. Starts at 2023-06-01T12:00:00Z by default. */
export function createFakeClock(start = Date.UTC(2023, 5, 1, 12)): FakeClock {
  const held = createControllableClock({
    now: () => start,
    steady: () => 0,
    setTimer: (_ms, run) => {
      const handle = setTimeout(run, 0)
      return () => clearTimeout(handle)
    },
  })
  held.hold()
  return { ...held, steady: () => held.now() - start, advance: (ms) => held.step(ms) }
}
