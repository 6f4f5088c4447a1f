import type { Clock } from './clock'
import { ClockDrive } from './clock-drive'

export interface ControllableClockState {
  readonly mode: 'running' | 'held'
  /** Milliseconds since the epoch as this clock shows them. */
  readonly now: number
  /** How far it is ahead of the clock below it; negative after it was held. */
  readonly aheadMs: number
  /** How many of its seconds pass in one of the clock below; 1 when absent. */
  readonly rate?: number
}

/** A clock that a person can pause, step and let go again. */
export interface ControllableClock extends Clock {
  /** Stops it, at the time that it shows or at another one. */
  hold(at?: number): void
  resume(): void
  working(): () => void
  /**
   * Lets it run this many times as fast as the clock below, 1 to 1,000. Faster than 1 it never passes a timer before that has
   * run and what it started is done, so that it is as slow as what it starts.
   */
  speed(rate: number): void
  /**
   * Moves the clock forward. Timers that come due on the way run in order, each at its own time, and what they start is done
   * before the next one runs. Resolves when the clock has arrived.
   */
  step(ms: number): Promise<void>
  /** Steps from timer to timer until `holds` says yes, at most `ms` further. Resolves to whether it ever did. */
  stepUntil(holds: () => boolean | Promise<boolean>, ms: number): Promise<boolean>
  /** Resolves when the work of this moment is done: what runs by itself waits for time to pass, or for somebody outside. */
  settled(): Promise<void>
  state(): ControllableClockState
  onChange(listener: (state: ControllableClockState) => void): () => void
}

// A year of ten-second loops must not keep a person waiting: after so many turns the clock jumps to the end.
const MOST_TURNS = 2_000
// Who waits for a condition asked for it: ten times as many.
const MOST_AWAITED_TURNS = 20_000

const FASTEST = 1000

/** Wraps a clock; it runs along with it until held or stepped. A plain object: parts of it may be replaced in a copy. */
export function createControllableClock(base: Clock): ControllableClock {
  const drive = new ClockDrive(base)
  const { dial, work } = drive
  const listeners = new Set<(state: ControllableClockState) => void>()
  /** The last of the steps, which are taken one after the other. */
  let stepping: Promise<boolean> = Promise.resolve(false)

  const now = (): number => dial.now()
  const state = (): ControllableClockState => ({
    mode: dial.mode,
    now: now(),
    aheadMs: now() - base.now(),
    ...(dial.rate !== 1 && { rate: dial.rate }),
  })
  const changed = (): void => {
    const current = state()
    for (const listener of [...listeners]) listener(current)
  }
  const advance = async (ms: number, most: number, holds?: () => boolean | Promise<boolean>): Promise<boolean> => {
    const held = await drive.advance(Math.max(0, ms), most, holds)
    changed()
    return held
  }

  return {
    now,
    steady: () => base.steady(),
    working: () => work.begin(),
    setTimer: (ms, run) => drive.setTimer(ms, run),
    hold(at) {
      if (dial.mode === 'held' && at === undefined) return
      dial.hold(at ?? now())
      drive.arm()
      changed()
    },
    resume() {
      if (dial.mode === 'running') return
      dial.resume()
      drive.arm()
      changed()
    },
    speed(wanted) {
      dial.speed(Math.min(Math.max(wanted, 1), FASTEST))
      drive.arm()
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
