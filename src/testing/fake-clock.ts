import type { HeldClock } from '../machinery/held-clock'
import { createHeldClock } from '../machinery/held-clock'

export interface FakeClock extends HeldClock {
  /** Moves time forward; see `HeldClock.step`. */
  advance(ms: number): Promise<void>
}

/** A clock that moves only when a test moves it. Starts at 2023-06-01T12:00:00Z unless told otherwise. */
export function createFakeClock(start = Date.UTC(2023, 5, 1, 12)): FakeClock {
  const held = createHeldClock({
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
