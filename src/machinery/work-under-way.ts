import type { Clock } from './clock'
import { nextTurn } from './turn'

// Streams and promises pass news on between two pieces of work: nothing is under way when that is so for several turns.
const QUIET_TURNS = 3
// What makes no progress for so long waits for the clock, or for somebody outside: time goes on without it.
const PATIENT_TURNS = 300
const QUICK_TURNS = 50
// Somebody who gives controllers ever more to do must not stop time for good.
const MOST_SETTLING_TURNS = 20_000

/** Work that time waits for. */
export class WorkUnderWay {
  private count = 0
  /** How often work has begun or ended. */
  private moves = 0
  /** Work that time does not wait for any more. */
  private stalled = 0

  /** `clock` is the machine's, for short waits. */
  constructor(private readonly clock: Pick<Clock, 'setTimer'>) {}

  /** A piece of work begins; call the result when it ends. */
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

  /** Resolves when what belongs to this moment is done, or makes no progress. */
  async settled(): Promise<void> {
    let seen = this.moves
    for (let quiet = 0, patience = 0, turn = 0; quiet < QUIET_TURNS && turn < MOST_SETTLING_TURNS; turn++) {
      // At first as fast as it goes; later there is time for what threads and the network do.
      await (patience < QUICK_TURNS ? nextTurn() : new Promise<void>((resolve) => this.clock.setTimer(1, resolve)))
      const still = this.moves === seen
      seen = this.moves
      quiet = still && this.count <= this.stalled ? quiet + 1 : 0
      patience = still ? patience + 1 : 0
      if (patience > PATIENT_TURNS) this.stalled = this.count
    }
  }
}
