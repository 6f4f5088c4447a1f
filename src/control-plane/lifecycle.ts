import type { Clock } from '../machinery/clock'

/** The phases of a control plane: starting, running, stopping, ended. */
export class Lifecycle {
  /** The start state exists and the controllers are running. */
  started = false
  #stopping = false
  readonly #end = new AbortController()

  /** It was asked to stop, and still answers during `--shutdown-delay-duration`. */
  get stopping(): boolean {
    return this.#stopping
  }
  /** Aborts at the end: watches and controllers end with it. */
  get lifetime(): AbortSignal {
    return this.#end.signal
  }

  async stop(clock: Clock, delayMs: number): Promise<void> {
    this.#stopping = true
    // Without a delay there is no timer, because a held clock would never fire it.
    if (delayMs > 0) await new Promise<void>((resolve) => void clock.setTimer(delayMs, resolve))
    this.#end.abort(new DOMException('the control plane stops', 'AbortError'))
  }
}
