import { StatusError } from '../client/client'
import type { Clock } from '../machinery/clock'
import { messageOf } from '../machinery/message-of'
import { nextTurn } from '../machinery/turn'

/** When a key should be looked at again though nothing changed. */
export interface RequeueAfter {
  readonly afterMs: number
}

/** What a queue works with. */
export interface WorkQueueOptions {
  readonly clock: Clock
  /** Aborts when no further key should be worked on. */
  readonly signal: AbortSignal
  /** Failures, for the controller's log. */
  log?(message: string): void
  /** How many keys are worked on at once. */
  readonly workers?: number
  /** Keys of a higher rank go first; those of the same rank in the order in which they came. */
  rank?(key: string): number
}

const FIRST_DELAY_MS = 50
const LONGEST_DELAY_MS = 60_000
// A conflict says that the cache is behind, which mends itself as soon as the event arrives.
const CONFLICTS_AT_ONCE = 3

/** Keys that wait, the highest rank first. A key keeps the rank that it came with. */
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

/** A key is in work at most once; a key that comes in meanwhile is worked on again afterwards. */
export class WorkQueue {
  private readonly waiting: RankedKeys
  private readonly active = new Map<string, Promise<void>>()
  private readonly failures = new Map<string, number>()
  private readonly timers = new Map<string, { readonly due: number; readonly cancel: () => void }>()
  /** Until when the news of a key wait for more of them: so long after each look at it. */
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

  /** Whether a key is looked at later, with more news. */
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
    // A turn of its own: whoever adds a key is never inside the work on it, and news that come together are one reason to look.
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

  /** Puts a key back after `ms`, or sooner where it was to come sooner. */
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
