import type { Clock } from './clock'
import { TimerRunner } from './timer-runner'

/** The time that a clock shows, and how it moves. */
export interface ControllableClockState {
  readonly mode: 'running' | 'held'
  /** Milliseconds since the epoch as this clock shows them. */
  readonly now: number
  /** Offset from the base clock; negative after the clock was held. */
  readonly aheadMs: number
  /** Rate relative to the base clock; 1 when absent. */
  readonly rate?: number
}

/** A clock that a person can pause, step and resume. */
export interface ControllableClock extends Clock {
  /** Stops the clock, at the time it shows or at the given one. */
  hold(at?: number): void
  resume(): void
  working(): () => void
  /**
   * Sets the rate relative to the base clock, 1 to 1,000. Above 1 the clock never passes a timer before the timer and the work it started
   * have finished, so it may run slower than asked.
   */
  speed(rate: number): void
  /**
   * Moves the clock forward. Timers that come due run in order, each at its own time, and the work they start finishes before the next one
   * runs. Resolves when the clock has reached the new time.
   */
  step(ms: number): Promise<void>
  /** Steps from timer to timer until `holds` returns true, for at most `ms`. Resolves to whether it did. */
  stepUntil(holds: () => boolean | Promise<boolean>, ms: number): Promise<boolean>
  /** Resolves when the work of this moment is done and everything that remains waits for time or for the outside. */
  settled(): Promise<void>
  state(): ControllableClockState
  onChange(listener: (state: ControllableClockState) => void): () => void
}

// A year of ten-second loops would take too long: after this many timers the clock jumps to the end.
const MOST_TURNS = 2_000
// Waiting for a condition is deliberate, so it gets ten times as many.
const MOST_AWAITED_TURNS = 20_000

const FASTEST = 1000

/** Wraps a base clock and follows it until held or stepped. The result is a plain object: a copy may replace parts of it. */
export function createControllableClock(base: Clock): ControllableClock {
  const runner = new TimerRunner(base)
  const { time, work } = runner
  const listeners = new Set<(state: ControllableClockState) => void>()
  /** The last step queued; steps run one after another. */
  let stepping: Promise<boolean> = Promise.resolve(false)

  const now = (): number => time.now()
  const state = (): ControllableClockState => ({
    mode: time.mode,
    now: now(),
    aheadMs: now() - base.now(),
    ...(time.rate !== 1 && { rate: time.rate }),
  })
  const changed = (): void => {
    const current = state()
    for (const listener of [...listeners]) listener(current)
  }
  const advance = async (ms: number, most: number, holds?: () => boolean | Promise<boolean>): Promise<boolean> => {
    const held = await runner.advance(Math.max(0, ms), most, holds)
    changed()
    return held
  }

  return {
    now,
    steady: () => base.steady(),
    working: () => work.begin(),
    setTimer: (ms, run) => runner.setTimer(ms, run),
    setSteadyTimer: (ms, run) => base.setSteadyTimer?.(ms, run) ?? base.setTimer(ms, run),
    hold(at) {
      if (time.mode === 'held' && at === undefined) return
      time.hold(at ?? now())
      runner.arm()
      changed()
    },
    resume() {
      if (time.mode === 'running') return
      time.resume()
      runner.arm()
      changed()
    },
    speed(wanted) {
      time.speed(Math.min(Math.max(wanted, 1), FASTEST))
      runner.arm()
      changed()
    },
    step(ms) {
      stepping = stepping.then(() => advance(ms, MOST_TURNS))
      return stepping.then(() => undefined)
    },
    settled() {
      const settled = stepping.then(() => work.settled())
      stepping = settled.then(() => false)
      return settled
    },
    stepUntil(holds, ms) {
      const stepped = stepping.then(() => advance(ms, MOST_AWAITED_TURNS, holds))
      stepping = stepped.catch(() => false)
      return stepped
    },
    state,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
