import type { Clock } from './clock'
import { nextTurn } from './turn'

// Streams and promises pass data on between pieces of work: settle only after several idle turns.
const QUIET_TURNS = 3
// Work without progress for this many turns waits for the clock or the outside: time then continues without it.
const PATIENT_TURNS = 300
const QUICK_TURNS = 50
// Limit on settling, in case controllers are given new work without end.
const MOST_SETTLING_TURNS = 20_000

/** Tracks work that the clock waits for. */
export class WorkUnderWay {
  private count = 0
  /** Counts starts and ends of work. */
  private moves = 0
  /** Work without progress, which the clock no longer waits for. */
  private stalled = 0

  /** `clock` is the machine's, for short waits. */
  constructor(private readonly clock: Pick<Clock, 'setTimer'>) {}

  /** Registers a piece of work; call the returned function when it ends. */
  begin(): () => void {
    this.count += 1
    this.moves += 1
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.count -= 1
      this.moves += 1
      this.stalled = Math.min(this.stalled, this.count)
    }
  }

  /** Resolves when the work of this moment is done or makes no more progress. */
  async settled(): Promise<void> {
    let seen = this.moves
    for (let quiet = 0, patience = 0, turn = 0; quiet < QUIET_TURNS && turn < MOST_SETTLING_TURNS; turn++) {
      // First poll as fast as possible; later leave time for threads and the network.
      await (patience < QUICK_TURNS ? nextTurn() : new Promise<void>((resolve) => this.clock.setTimer(1, resolve)))
      const still = this.moves === seen
      seen = this.moves
      quiet = still && this.count <= this.stalled ? quiet + 1 : 0
      patience = still ? patience + 1 : 0
      if (patience > PATIENT_TURNS) this.stalled = this.count
    }
  }
}
