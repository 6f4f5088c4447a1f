import type { Clock } from '../machinery/clock'
import type { SiteLocks } from './site-locks'

/** A worker asks for the lock with its first lines; on a slow machine it gets twice as long each time. */
const ASKS_WITHIN_MS = 20_000

export interface WorkerWatchOptions {
  readonly clock: Clock
  readonly locks: Pick<SiteLocks, 'query'>
  readonly site: string
  /** Ends this tab's worker and starts another one. */
  readonly restart: () => void
}

/**
 * Notices when this tab's worker never came to ask for the site's lock. Its script may come through the service worker, which
 * may die with the process of another tab: then the loading never ends, nobody says so, and when the owner goes nobody follows.
 */
export class WorkerWatch {
  #since = 0
  #patience = ASKS_WITHIN_MS
  #failed = false
  #waits = false

  constructor(private readonly options: WorkerWatchOptions) {}

  /** A worker of this tab starts. */
  started(): void {
    this.#since = this.options.clock.steady()
    this.#failed = false
  }

  /** It said that something went wrong: where it has not asked for the lock, it never will. */
  failed(): void {
    this.#failed = true
  }

  /**
   * Whether some worker owns the site. Where none does and none waits for it either, this tab's worker is started again, now or
   * once it has had its time.
   */
  async look(): Promise<boolean> {
    const { clock, locks, site, restart } = this.options
    // Where locks are refused, there is no queue that could tell.
    const queue = await locks.query().catch(() => undefined)
    const among = (list: readonly LockInfo[] = []): boolean => list.some(({ name }) => name === site)
    if (!queue || among(queue.held)) return queue !== undefined
    if (among(queue.pending)) return false
    const left = this.#failed ? 0 : this.#since + this.#patience - clock.steady()
    if (left <= 0) {
      this.#patience *= 2
      restart()
    } else if (!this.#waits) {
      this.#waits = true
      clock.setTimer(left, () => {
        this.#waits = false
        void this.look()
      })
    }
    return false
  }
}
