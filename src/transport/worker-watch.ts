import type { Clock } from '../machinery/clock'
import { isOwned } from './page-protocol'
import type { SiteLocks } from './site-locks'

/** The progress of this tab's worker: it loads its code, waits for the site's lock, starts the control plane, and serves. */
export type WorkerStep = 'loads' | 'waits' | 'starts' | 'serves'

/**
 * Time limit of a step before the worker is restarted; doubled each time, so that a slow machine or network gets the time that it needs.
 * Waiting for the lock has no limit, and only the user ends a worker that serves.
 */
const LIMIT_MS = { loads: 20_000, starts: 45_000 } as const
const LONGEST_MS = 600_000
/** A worker that failed is restarted after a wait, which doubles each time. */
const FAILED_MS = 1_000
const FAILED_AT_MOST_MS = 60_000

/** What tells whether a tab's worker is alive, and replaces it. */
export interface WorkerWatchOptions {
  readonly clock: Clock
  readonly locks: Pick<SiteLocks, 'query'>
  readonly site: string
  /** Terminates this tab's worker and starts another one. */
  readonly restart: () => void
  /** Called with each step that the worker reaches. */
  readonly onStep?: (step: WorkerStep) => void
}

/**
 * Makes sure that this tab's worker comes to serve, or to wait for the lock. Its code may be loaded through the service worker, which may
 * die with the process of another tab, and the store may not open: then a promise never settles, no error is reported, and the lock is held
 * by a worker that does nothing with it.
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

  /** It has loaded all of its code. */
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

  /** It reported an error: if it does not serve yet, it never will. */
  failed(): void {
    if (!this.#serves) this.died()
  }

  /** It is gone without having been terminated. */
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
