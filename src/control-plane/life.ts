import type { Clock } from '../machinery/clock'

/** How far a control plane has come: it starts, runs, is told to stop, and ends. */
export class Life {
  /** The start state is there and the controllers run. */
  started = false
  #stopping = false
  readonly #end = new AbortController()

  /** It was told to stop and still answers for `--shutdown-delay-duration`. */
  get stopping(): boolean {
    return this.#stopping
  }
  /** Aborts at the end: watches and controllers end with it. */
  get lifetime(): AbortSignal {
    return this.#end.signal
  }

  async stop(clock: Clock, delayMs: number): Promise<void> {
    this.#stopping = true
    // A held clock must not keep a control plane alive that has nothing to wait for.
    if (delayMs > 0) await new Promise<void>((resolve) => void clock.setTimer(delayMs, resolve))
    this.#end.abort(new DOMException('the control plane stops', 'AbortError'))
  }
}
