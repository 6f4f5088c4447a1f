import type { Clock } from './clock'

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
  hold(): void
  resume(): void
  /**
   * Lets it run this many times as fast as the clock below, 1 to 1,000. Faster than 1 it never passes a timer before that has
   * run, so that it is as slow as what it starts.
   */
  speed(rate: number): void
  /**
   * Moves the clock forward. Timers that come due on the way run in order, each at its own time, and what they start gets
   * a turn before the next one runs. Resolves when the clock has arrived.
   */
  step(ms: number): Promise<void>
  state(): ControllableClockState
  onChange(listener: (state: ControllableClockState) => void): () => void
}

interface Timer {
  readonly due: number
  readonly order: number
  readonly run: () => void
}

// A year of ten-second loops must not keep a person waiting: after so many turns the clock jumps to the end.
const MOST_TURNS = 2_000

const FASTEST = 1000

/** Wraps a clock; it runs along with it until held or stepped. */
export function createControllableClock(base: Clock): ControllableClock {
  let mode: 'running' | 'held' = 'running'
  /** What it showed when the clock below showed `origin`; both move when it is set, held or changes its rate. */
  let shown = base.now()
  let origin = shown
  let rate = 1
  let heldAt = 0
  let order = 0
  let stepping: Promise<void> = Promise.resolve()
  let timers: Timer[] = []
  let disarm: (() => void) | undefined
  const listeners = new Set<(state: ControllableClockState) => void>()

  const running = (): number => {
    const time = shown + (base.now() - origin) * rate
    const first = timers[0]
    return rate > 1 && first ? Math.max(shown, Math.min(time, first.due)) : time
  }
  const now = (): number => (mode === 'held' ? heldAt : running())
  const state = (): ControllableClockState => ({
    mode,
    now: now(),
    aheadMs: now() - base.now(),
    ...(rate !== 1 && { rate }),
  })
  const changed = (): void => {
    const current = state()
    for (const listener of [...listeners]) listener(current)
  }
  const moveTo = (time: number): void => {
    if (mode === 'held') heldAt = time
    else {
      shown = time
      origin = base.now()
    }
  }

  function arm(): void {
    disarm?.()
    disarm = undefined
    const first = timers[0]
    if (mode === 'held' || !first) return
    disarm = base.setTimer(Math.max(0, Math.ceil((first.due - now()) / rate)), () => {
      disarm = undefined
      // What the timer starts gets its time before the clock goes on.
      if (rate > 1) moveTo(now())
      runDue(now())
      arm()
    })
  }

  function runDue(time: number): void {
    for (let first = timers[0]; first && first.due <= time; first = timers[0]) {
      timers.shift()
      first.run()
    }
  }

  async function advance(ms: number): Promise<void> {
    const target = now() + ms
    disarm?.()
    disarm = undefined
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const first = timers[0]
      if (!first || first.due > target) break
      moveTo(Math.max(now(), first.due))
      runDue(now())
      await new Promise<void>((resolve) => base.setTimer(0, resolve))
    }
    if (now() < target) moveTo(target)
    runDue(now())
    arm()
    changed()
  }

  return {
    now,
    steady: () => base.steady(),
    setTimer(ms, run) {
      const timer: Timer = { due: now() + Math.max(0, ms), order: order++, run }
      let at = timers.length
      while (at > 0 && (timers[at - 1] as Timer).due > timer.due) at--
      timers.splice(at, 0, timer)
      if (at === 0) arm()
      return () => {
        const wasFirst = timers[0] === timer
        timers = timers.filter((other) => other !== timer)
        if (wasFirst) arm()
      }
    },
    hold() {
      if (mode === 'held') return
      heldAt = now()
      mode = 'held'
      arm()
      changed()
    },
    resume() {
      if (mode === 'running') return
      mode = 'running'
      moveTo(heldAt)
      arm()
      changed()
    },
    speed(wanted) {
      const time = now()
      rate = Math.min(Math.max(wanted, 1), FASTEST)
      if (mode === 'running') moveTo(time)
      arm()
      changed()
    },
    step(ms) {
      stepping = stepping.then(() => advance(Math.max(0, ms)))
      return stepping
    },
    state,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
