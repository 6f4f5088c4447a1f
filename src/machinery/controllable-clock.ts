import type { Clock } from './clock'
import { nextTurn } from './turn'

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

interface Timer {
  readonly due: number
  readonly order: number
  readonly run: () => void
}

// A year of ten-second loops must not keep a person waiting: after so many turns the clock jumps to the end.
const MOST_TURNS = 2_000
// Who waits for a condition asked for it: ten times as many.
const MOST_AWAITED_TURNS = 20_000

const FASTEST = 1000
// Streams and promises pass news on between two pieces of work: nothing is under way when that is so for several turns.
const QUIET_TURNS = 3
// What makes no progress for so long waits for this clock, or for somebody outside: time goes on without it.
const PATIENT_TURNS = 300
const QUICK_TURNS = 50
// Somebody who gives controllers ever more to do must not stop time for good.
const MOST_SETTLING_TURNS = 20_000

/** Wraps a clock; it runs along with it until held or stepped. */
export function createControllableClock(base: Clock): ControllableClock {
  let mode: 'running' | 'held' = 'running'
  /** What it showed when the clock below showed `origin`; both move when it is set, held or changes its rate. */
  let shown = base.now()
  let origin = shown
  let rate = 1
  let heldAt = 0
  let order = 0
  let stepping: Promise<boolean> = Promise.resolve(false)
  const timers: Timer[] = []
  let disarm: (() => void) | undefined
  const listeners = new Set<(state: ControllableClockState) => void>()
  let under = 0
  /** How often work has begun or ended. */
  let moves = 0
  /** Work that time does not wait for any more. */
  let stalled = 0
  /** What runs at this very moment has not come to its end. */
  let settling = false

  const running = (): number => {
    if (settling) return shown
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

  function working(): () => void {
    under += 1
    moves += 1
    let ended = false
    return () => {
      if (ended) return
      ended = true
      under -= 1
      moves += 1
      stalled = Math.min(stalled, under)
    }
  }

  /** Resolves when what belongs to this moment is done. */
  async function settle(): Promise<void> {
    let seen = moves
    for (let quiet = 0, patience = 0, turn = 0; quiet < QUIET_TURNS && turn < MOST_SETTLING_TURNS; turn++) {
      // At first as fast as it goes; later there is time for what threads and the network do.
      await (patience < QUICK_TURNS ? nextTurn() : new Promise<void>((resolve) => base.setTimer(1, resolve)))
      const still = moves === seen
      seen = moves
      quiet = still && under <= stalled ? quiet + 1 : 0
      patience = still ? patience + 1 : 0
      if (patience > PATIENT_TURNS) stalled = under
    }
  }

  function arm(): void {
    disarm?.()
    disarm = undefined
    const first = timers[0]
    if (mode === 'held' || settling || !first) return
    disarm = base.setTimer(Math.max(0, Math.ceil((first.due - now()) / rate)), () => {
      disarm = undefined
      if (rate > 1) void runFast()
      else {
        runDue(now())
        arm()
      }
    })
  }

  /** Time stands still until what comes due now is done. */
  async function runFast(): Promise<void> {
    moveTo(now())
    settling = true
    // The clock below can't wait for less than a millisecond: what falls into one is gone through at once.
    const until = shown + rate
    while (mode === 'running' && (timers[0]?.due ?? Infinity) <= until) {
      shown = Math.max(shown, timers[0]?.due ?? shown)
      runDue(shown)
      await settle()
    }
    settling = false
    if (mode === 'running') origin = base.now()
    arm()
  }

  /** Behind all timers that are due before this one, or with it and were set before. */
  function placeOf({ due, order }: Timer): number {
    let [low, high] = [0, timers.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = timers[middle] as Timer
      if (other.due < due || (other.due === due && other.order <= order)) low = middle + 1
      else high = middle
    }
    return low
  }

  function runDue(time: number): void {
    for (let first = timers[0]; first && first.due <= time; first = timers[0]) {
      timers.shift()
      first.run()
    }
  }

  /** @returns whether `holds` said yes on the way */
  async function advance(ms: number, most: number, holds?: () => boolean | Promise<boolean>): Promise<boolean> {
    const target = now() + ms
    disarm?.()
    disarm = undefined
    await settle()
    let held = (await holds?.()) ?? false
    for (let turn = 0; turn < most && !held; turn++) {
      const first = timers[0]
      if (!first || first.due > target) break
      moveTo(Math.max(now(), first.due))
      runDue(now())
      await settle()
      held = (await holds?.()) ?? false
    }
    if (now() < target && !held) {
      moveTo(target)
      runDue(now())
      await settle()
      held = (await holds?.()) ?? false
    }
    arm()
    changed()
    return held
  }

  return {
    now,
    steady: () => base.steady(),
    working,
    setTimer(ms, run) {
      const timer: Timer = { due: now() + Math.max(0, ms), order: order++, run }
      const at = placeOf(timer)
      timers.splice(at, 0, timer)
      if (at === 0) arm()
      return () => {
        const found = placeOf(timer) - 1
        if (timers[found] !== timer) return
        timers.splice(found, 1)
        if (found === 0) arm()
      }
    },
    hold(at) {
      if (mode === 'held' && at === undefined) return
      heldAt = at ?? now()
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
      stepping = stepping.then(() => advance(Math.max(0, ms), MOST_TURNS))
      return stepping.then(() => undefined)
    },
    settled() {
      const settled = stepping.then(settle)
      stepping = settled.then(() => false)
      return settled
    },
    stepUntil(holds, ms) {
      const stepped = stepping.then(() => advance(Math.max(0, ms), MOST_AWAITED_TURNS, holds))
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
