import { StatusError } from '../client/status-error'
import type { Clock } from '../machinery/clock'
import { messageOf } from '../machinery/message-of'
import { nextTurn } from '../machinery/turn'

/** Asks for another reconciliation after a time, even without changes. */
export interface RequeueAfter {
  readonly afterMs: number
}

/** What a queue needs from its controller: a clock, a signal that stops it, a log, and the order of keys. */
export interface WorkQueueOptions {
  readonly clock: Clock
  /** Aborts to stop the queue. */
  readonly signal: AbortSignal
  /** Receives failures, for the controller's log. */
  log?(message: string): void
  /** Number of keys processed concurrently. */
  readonly workers?: number
  /** Keys of a higher rank are processed first; those of equal rank in order of arrival. */
  rank?(key: string): number
}

const FIRST_DELAY_MS = 50
const LONGEST_DELAY_MS = 60_000
// A conflict means that the cache is stale, which resolves itself when the event arrives.
const CONFLICTS_AT_ONCE = 3

/** Waiting keys, highest rank first. A key keeps its rank from when it was added. */
class RankedKeys {
  private readonly byRank = new Map<number, Set<string>>()
  private readonly ranks = new Map<string, number>()
  constructor(private readonly rankOf: (key: string) => number) {}

  has(key: string): boolean {
    return this.ranks.has(key)
  }
  add(key: string): void {
    if (this.ranks.has(key)) return
    const rank = this.rankOf(key)
    this.ranks.set(key, rank)
    this.byRank.set(rank, (this.byRank.get(rank) ?? new Set()).add(key))
  }
  delete(key: string): void {
    const rank = this.ranks.get(key)
    if (rank === undefined) return
    this.ranks.delete(key)
    const same = this.byRank.get(rank)
    same?.delete(key)
    if (same?.size === 0) this.byRank.delete(rank)
  }
  *[Symbol.iterator](): Iterator<string> {
    for (const rank of [...this.byRank.keys()].sort((a, b) => b - a)) yield* this.byRank.get(rank) ?? []
  }
}

/** A key is processed at most once at a time; if it is added meanwhile, it is processed again afterwards. */
export class WorkQueue {
  private readonly waiting: RankedKeys
  private readonly active = new Map<string, Promise<void>>()
  private readonly failures = new Map<string, number>()
  private readonly timers = new Map<string, { readonly due: number; readonly cancel: () => void }>()
  /** The end of each key's collection period: it starts with a reconciliation and delays further events. */
  private readonly gathering = new Map<string, { readonly ms: number; until: number }>()
  private opened = false

  constructor(
    private readonly options: WorkQueueOptions,
    private readonly work: (key: string) => Promise<RequeueAfter | void>,
  ) {
    this.waiting = new RankedKeys((key) => options.rank?.(key) ?? 0)
    options.signal.addEventListener('abort', () => this.timers.forEach(({ cancel }) => cancel()), { once: true })
  }

  add(key: string, gatherMs = 0): void {
    if (gatherMs > 0 && this.gathers(key, gatherMs)) return
    this.timers.get(key)?.cancel()
    this.timers.delete(key)
    this.waiting.add(key)
    this.pump()
  }
  open(): void {
    this.opened = true
    this.pump()
  }
  async idle(): Promise<void> {
    await Promise.all(this.active.values())
  }

  /** Whether a key is delayed to collect more events. */
  private gathers(key: string, ms: number): boolean {
    const now = this.options.clock.now()
    const until = this.gathering.get(key)?.until ?? now
    this.gathering.set(key, { ms, until })
    if (until <= now) return false
    if (!this.waiting.has(key)) this.later(key, until - now)
    return true
  }

  private pump(): void {
    const { signal, workers = 4 } = this.options
    if (!this.opened || signal.aborted) return
    for (const key of this.waiting) {
      if (this.active.size >= workers) return
      if (this.active.has(key)) continue
      this.waiting.delete(key)
      this.active.set(
        key,
        this.attempt(key).finally(() => {
          this.active.delete(key)
          this.pump()
        }),
      )
    }
  }

  private async attempt(key: string): Promise<void> {
    // On a turn of its own, so that `add` never runs the work itself, and simultaneous events are handled together.
    const done = this.options.clock.working?.()
    await nextTurn()
    this.waiting.delete(key)
    const gathering = this.gathering.get(key)
    if (gathering) gathering.until = this.options.clock.now() + gathering.ms
    try {
      if (this.options.signal.aborted) return
      const again = await this.work(key)
      this.failures.delete(key)
      if (again && !this.waiting.has(key)) this.later(key, again.afterMs)
    } catch (error) {
      if (this.options.signal.aborted) return
      const count = (this.failures.get(key) ?? 0) + 1
      this.failures.set(key, count)
      if (error instanceof StatusError && error.reason === 'Conflict' && count <= CONFLICTS_AT_ONCE)
        return void this.waiting.add(key)
      this.options.log?.(`${key}: ${messageOf(error)}`)
      this.later(key, Math.min(FIRST_DELAY_MS * 2 ** (count - 1), LONGEST_DELAY_MS))
    } finally {
      done?.()
    }
  }

  /** Requeues a key after `ms`, or earlier if it was already due earlier. */
  private later(key: string, ms: number): void {
    const { clock } = this.options
    const before = this.timers.get(key)
    const due = clock.now() + ms
    if (before && before.due <= due) return
    before?.cancel()
    const cancel = clock.setTimer(ms, () => {
      this.timers.delete(key)
      this.add(key)
    })
    this.timers.set(key, { due, cancel })
  }
}
