import type { Clock } from './clock'

// Longer delays overflow the platform's timers, which would fire at once.
const LONGEST_DELAY = 2 ** 31 - 1

/** The machine's clock. Entry points inject it; nothing else reads the machine's time. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    steady: () => performance.now(),
    setTimer(ms, run) {
      const due = performance.now() + ms
      let handle: ReturnType<typeof setTimeout>
      const arm = (delay: number): void => {
        handle = setTimeout(
          () => {
            const left = due - performance.now()
            if (delay > LONGEST_DELAY && left > 0) arm(left)
            else run()
          },
          Math.max(0, Math.min(delay, LONGEST_DELAY)),
        )
      }
      arm(ms)
      return () => clearTimeout(handle)
    },
  }
}
