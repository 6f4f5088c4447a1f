import type { Clock } from '../machinery/clock'
import type { HeldState } from '../store/held-state'
import { StoreError } from '../store/store'
import type { EtcdConnection } from './connection'
import type { Health } from './health'
import type { Keyspace } from './keyspace'

/** How long memory is given to hear of a revision before a mark is written. */
const HEARS_MS = 100
const MARKED_MS = 10_000

interface FreshnessParts {
  readonly connection: EtcdConnection
  readonly keyspace: Keyspace
  readonly realTime: Clock
}

/** Brings memory to where etcd is. All who wait at a time share one question. */
export class Freshness {
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(
    private readonly parts: FreshnessParts,
    private readonly held: HeldState,
    private readonly health: Health,
  ) {}

  /** Resolves when memory has everything that etcd had at the call; rejects with `unreachable`. */
  reach(): Promise<void> {
    // What is asked already may have been answered before this call: the next question is the one that counts.
    return (this.#next ??= this.#afterRunning())
  }

  async #afterRunning(): Promise<void> {
    await this.#running?.catch(() => undefined) // told to those who wait for it
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
    // Others write to this etcd, too, and the watch is not told of them. A mark behind them is told, in its place.
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
