import { nextTurn } from '../machinery/turn'

/**
 * Runs short pieces of work in order, a few per turn of the event loop, so that requests get their turn between them. Work added while
 * nothing waits runs in the next turn.
 */
export class TurnQueue {
  #waiting: (() => void)[] = []
  #running = false

  constructor(private readonly perTurn: number) {}

  /** `work` must not throw. */
  add(work: () => void): void {
    this.#waiting.push(work)
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      await nextTurn()
      for (const work of this.#waiting.splice(0, this.perTurn)) work()
    }
    this.#running = false
  }
}
