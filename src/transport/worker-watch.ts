import type { Clock } from '../machinery/clock'
import { isOwned } from './page-protocol'
import type { SiteLocks } from './site-locks'

/** What this tab's worker does: it loads its code, waits in line for the site's lock, starts what it then owns, and serves. */
export type WorkerStep = 'loads' | 'waits' | 'starts' | 'serves'

/**
 * How long a step may take before the worker is started again; twice as long each time, so that a slow machine or network gets the
 * time that it needs. A worker that waits for its turn may wait, and one that serves is ended by a person only.
 */
const LIMIT_MS = { loads: 20_000, starts: 45_000 } as const
const LONGEST_MS = 600_000
/** A worker that failed is started again after a while, twice as long each time. */
const FAILED_MS = 1_000
const FAILED_AT_MOST_MS = 60_000

export interface WorkerWatchOptions {
  readonly clock: Clock
  readonly locks: Pick<SiteLocks, 'query'>
  readonly site: string
  /** Ends this tab's worker and starts another one. */
  readonly restart: () => void
  /** Called with each step that the worker comes to. */
  readonly onStep?: (step: WorkerStep) => void
}

/**
 * Sees to it that this tab's worker comes to serve, or to wait for its turn. Its code may come through the service worker, which
 * may die with the process of another tab, and the store may not open: then a promise never ends, nobody says so, and the lock is
 * held by a worker that does nothing with it.
 */
export class WorkerWatch {
  readonly #limits: Record<'loads' | 'starts', number> = { ...LIMIT_MS }
  #pause = FAILED_MS
  #loaded = false
  #holds = false
  #serves = false
  #step: WorkerStep | undefined
  #cancel: () => void = () => undefined

  constructor(private readonly options: WorkerWatchOptions) {}

  /** A worker of this tab starts. */
  started(): void {
    this.#loaded = this.#holds = this.#serves = false
    this.#step = undefined
    this.#go()
  }

  /** It has all of its code. */
  loaded(): void {
    this.#loaded = true
    this.#go()
  }

  /** It has the lock. */
  holds(): void {
    this.#holds = true
    this.#go()
  }

  serves(): void {
    this.#serves = true
    this.#go()
  }

  /** It said that something went wrong: what does not serve yet never will. */
  failed(): void {
    if (!this.#serves) this.died()
  }

  /** It is gone without having been ended. */
  died(): void {
    this.#after(this.#pause)
    this.#pause = Math.min(this.#pause * 2, FAILED_AT_MOST_MS)
  }

  /** Whether some worker owns the site. */
  owned(): Promise<boolean> {
    return isOwned(this.options.site, this.options.locks)
  }

  #go(): void {
    const step = this.#serves ? 'serves' : !this.#loaded ? 'loads' : this.#holds ? 'starts' : 'waits'
    if (step === this.#step) return
    this.#step = step
    this.#cancel()
    if (step === 'loads' || step === 'starts') {
      this.#after(this.#limits[step])
      this.#limits[step] = Math.min(this.#limits[step] * 2, LONGEST_MS)
    }
    this.options.onStep?.(step)
  }

  #after(ms: number): void {
    this.#cancel()
    this.#cancel = this.options.clock.setTimer(ms, () => this.options.restart())
  }
}
