import { nextTurn } from '../machinery/turn'

/** Real time in milliseconds, from any start, and a wait. */
export interface LoopTime {
  now(): number
  wait(ms: number): Promise<void>
}

/** How much work a queue does before it lets others have a turn. */
export interface TurnLimits {
  /** Pieces of work in one turn of the event loop. */
  readonly perTurn: number
  /** After a round of work, the queue rests this many times as long as the work took. */
  readonly restFactor: number
  readonly longestRestMs: number
}

/** Timers have milliseconds; a shorter rest is none. */
const SHORTEST_REST_MS = 1

/**
 * Runs short pieces of work in order, a few per turn of the event loop, so that requests get their turn between them. Work added while
 * nothing waits runs in the next turn. Work added during a round waits for the next round, and rounds are followed by a rest in
 * proportion to what they took: the queue uses a limited share of the thread however much is added.
 */
export class TurnQueue {
  #waiting: (() => void)[] = []
  #running = false
  #restsUntil = 0

  constructor(
    private readonly limits: TurnLimits,
    private readonly time: LoopTime,
  ) {}

  /** `work` must not throw. */
  add(work: () => void): void {
    this.#waiting.push(work)
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      const rest = this.#restsUntil - this.time.now()
      await (rest >= SHORTEST_REST_MS ? this.time.wait(rest) : nextTurn())
      await this.#round(this.#waiting.splice(0))
    }
    this.#running = false
  }

  async #round(works: readonly (() => void)[]): Promise<void> {
    const { perTurn, restFactor, longestRestMs } = this.limits
    let tookMs = 0
    for (let at = 0; at < works.length; at += perTurn) {
      if (at > 0) await nextTurn()
      const began = this.time.now()
      for (const work of works.slice(at, at + perTurn)) work()
      tookMs += this.time.now() - began
    }
    this.#restsUntil = this.time.now() + Math.min(tookMs * restFactor, longestRestMs)
  }
}
