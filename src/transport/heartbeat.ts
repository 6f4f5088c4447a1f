import type { Clock } from '../machinery/clock'
import { HEARTBEAT_MS, MISSED_HEARTBEATS } from './port-protocol'

/** How the other end of a port is asked whether it is alive. */
export interface HeartbeatOptions {
  readonly clock: Clock
  /** Whether an answer is awaited; otherwise the other end may be silent. */
  readonly pending: () => boolean
  readonly ping: () => void
  /** Called when the other end has not answered a ping, and when it responds again. */
  readonly silent: (silent: boolean) => void
  /** Called when it has been silent for too long. */
  readonly dead: () => void
}

/** Pings the other end while answers are pending: a worker's death causes no event. */
export class Heartbeat {
  #missed = 0
  #stop: (() => void) | undefined

  constructor(private readonly options: HeartbeatOptions) {}

  /** Begins, unless it runs already. */
  start(): void {
    this.#stop ??= this.options.clock.setTimer(HEARTBEAT_MS, () => {
      this.#stop = undefined
      if (!this.options.pending()) {
        this.#missed = 0
        return
      }
      if (++this.#missed === 2) this.options.silent(true)
      if (this.#missed > MISSED_HEARTBEATS) return this.options.dead()
      this.options.ping()
      this.start()
    })
  }

  /** Records a message from the other end. */
  received(): void {
    if (this.#missed > 1) this.options.silent(false)
    this.#missed = 0
  }

  stop(): void {
    this.#stop?.()
  }
}
