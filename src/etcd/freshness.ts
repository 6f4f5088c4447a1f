import type { Clock } from '../machinery/clock'
import type { InMemoryState } from '../store/in-memory-state'
import { StoreError } from '../store/store'
import type { EtcdConnection } from './connection'
import type { Health } from './health'
import type { Keyspace } from './keyspace'

/** How long memory may take to reach a revision before a mark is written. */
const HEARS_MS = 100
const MARKED_MS = 10_000

interface FreshnessParts {
  readonly connection: EtcdConnection
  readonly keyspace: Keyspace
  readonly realTime: Clock
}

/** Brings memory up to etcd's present revision. Concurrent callers share one call. */
export class Freshness {
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(
    private readonly parts: FreshnessParts,
    private readonly held: InMemoryState,
    private readonly health: Health,
  ) {}

  /** Resolves when memory has everything that etcd had at the call; rejects with `unreachable`. */
  reach(): Promise<void> {
    // A running call may have been answered before this one: only the next call counts.
    return (this.#next ??= this.#afterRunning())
  }

  async #afterRunning(): Promise<void> {
    await this.#running?.catch(() => undefined) // reported to those who await it
    this.#running = this.#next
    this.#next = undefined
    try {
      await this.#reachOnce()
    } catch (error) {
      if (error instanceof StoreError) this.health.failed(error)
      throw error
    }
  }

  async #reachOnce(): Promise<void> {
    const { connection, keyspace } = this.parts
    const { header } = await connection.range({ key: keyspace.own('none') })
    const revision = header?.revision ?? 0
    if (await this.#hears(revision, HEARS_MS)) return
    // Other applications may write to this etcd, and the watch does not report their writes. It does report a mark written after them.
    const mark = await connection.txn({
      compare: [],
      success: [{ request_put: { key: keyspace.own('mark'), value: '' } }],
    })
    if (await this.#hears(mark.header?.revision ?? 0, MARKED_MS)) return
    throw new StoreError('unreachable', `${connection.what} answers, but tells of no changes`)
  }

  #hears(revision: number, ms: number): Promise<boolean> {
    if (revision <= this.held.revision) return Promise.resolve(true)
    return new Promise((resolve) => {
      const end = (heard: boolean): void => {
        cancel()
        stop()
        resolve(heard)
      }
      const cancel = this.parts.realTime.setTimer(ms, () => end(false))
      const stop = this.held.onReach(revision, () => end(true))
    })
  }
}
