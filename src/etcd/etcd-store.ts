import type { Clock } from '../machinery/clock'
import { KeyedQueue } from '../machinery/keyed-queue'
import { InMemoryState } from '../store/in-memory-state'
import { History } from '../store/history'
import { SortedEntries } from '../store/sorted-entries'
import { Disturbed, type Entry, RevisionMismatch, type Store, StoreError, type Write } from '../store/store'
import { Arrivals } from './arrivals'
import type { EtcdConnection } from './connection'
import { followEtcd } from './follower'
import { Freshness } from './freshness'
import { Health } from './health'
import type { Keyspace } from './keyspace'
import { readOldestState } from './snapshot'
import { writeTransaction } from './write-transaction'

/** What a store on etcd works with. */
export interface EtcdStoreOptions {
  readonly connection: EtcdConnection
  readonly keyspace: Keyspace
  /** Dates history. */
  readonly clock: Clock
  /** For retries and time limits: etcd runs in real time, whatever clock the cluster has. */
  readonly realTime: Clock
}

/** The additional operations of a shared store. */
export interface EtcdStore extends Store {
  fresh(): Promise<void>
  /** How long history is kept, in milliseconds. */
  readonly historyWindowMs: number
  /** Compacts etcd to `revision`. Rejects with a `StoreError`. */
  compactEtcd(revision: number): Promise<void>
}

/**
 * Opens a store that several servers share: a write is one transaction that compares the key's revision; memory follows through a watch and
 * serves all reads. Resolves when memory is as current as etcd was at the call, with all history that etcd still has. Rejects with a
 * `StoreError`.
 */
export async function openEtcdStore(options: EtcdStoreOptions): Promise<EtcdStore> {
  const { connection, keyspace, clock, realTime } = options
  const { entries, revision } = await readOldestState(connection, keyspace, realTime)
  const held = new InMemoryState(SortedEntries.of(entries), new History(revision), clock)
  const store = new OpenStore(options, held)
  try {
    await store.fresh()
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

class OpenStore implements EtcdStore {
  readonly durable = true
  readonly #end = new AbortController()
  readonly #health: Health
  readonly #freshness: Freshness
  readonly #following: Promise<void>
  readonly #writes = new KeyedQueue()
  readonly #arrivals: Arrivals
  readonly #pending = new Set<Promise<unknown>>()
  #closed = false

  constructor(
    private readonly options: EtcdStoreOptions,
    private readonly held: InMemoryState,
  ) {
    const { signal } = this.#end
    this.#health = new Health(options, signal)
    this.#freshness = new Freshness(options, held, this.#health)
    this.#arrivals = new Arrivals(held, options.realTime, options.connection.what)
    this.#following = followEtcd({
      ...options,
      held,
      signal,
      onWatch: (error) => this.#health.watching(error),
      onChange: (event) => this.#arrivals.arrived(event.entry.revision, event),
      onGap: (revision) => this.#arrivals.passed(revision),
    })
  }

  get revision(): number {
    return this.held.revision
  }
  get compactedRevision(): number {
    return this.held.compactedRevision
  }
  get historyWindowMs(): number {
    return this.held.historyWindowMs
  }
  get(key: string): Entry | undefined {
    return this.held.get(key)
  }
  list(...args: Parameters<Store['list']>): ReturnType<Store['list']> {
    return this.held.list(...args)
  }
  count(prefix: string): number {
    return this.held.count(prefix)
  }
  watch(...args: Parameters<Store['watch']>): () => void {
    return this.held.watch(...args)
  }
  waitFor(revision: number, timeoutMs: number): Promise<boolean> {
    return this.held.waitFor(revision, timeoutMs)
  }
  setHistoryWindow(ms: number): void {
    this.held.setHistoryWindow(ms)
  }
  fault(): StoreError | undefined {
    return this.#health.fault
  }
  onHealthChange(listener: (error: StoreError | undefined) => void): () => void {
    return this.#health.onChange(listener)
  }

  fresh(): Promise<void> {
    return this.#freshness.reach()
  }

  commit(write: Write): Promise<Entry> {
    if (this.#closed) return Promise.reject(new StoreError('closed', 'the store is closed'))
    const done = this.#writes.run(write.key, () => this.#commit(write))
    this.#track(done.catch(() => undefined)) // reported to the caller of the write
    return done
  }

  compact(revision: number): void {
    const to = Math.min(revision, this.revision)
    this.held.history.forgetTo(to)
    // Another replica may have compacted further, and a failed compaction is made up for by the next one.
    if (!this.#closed) this.#track(this.compactEtcd(to).catch(() => undefined))
  }

  compactEtcd(revision: number): Promise<void> {
    return this.options.connection.compact(revision)
  }

  async close(): Promise<void> {
    this.#closed = true
    while (this.#pending.size > 0) await Promise.all(this.#pending)
    this.#end.abort()
    await this.#following
  }

  #track(work: Promise<unknown>): void {
    this.#pending.add(work)
    void work.finally(() => this.#pending.delete(work))
  }

  async #commit(write: Write): Promise<Entry> {
    const { key, expect } = write
    if (write.type === 'delete' && expect === 0) return this.#refuse(write)
    let revision: number
    try {
      const { succeeded, header } = await this.options.connection.txn(writeTransaction(write, this.options.keyspace))
      if (!succeeded) return await this.#refuse(write)
      revision = header?.revision ?? 0
    } catch (error) {
      if (error instanceof StoreError && error.code !== 'too-large') this.#health.failed(error)
      throw error
    }
    const event = await this.#arrivals.of(revision, key)
    return event.entry
  }

  /** Rejects a write whose expectation does not hold, with the actual state. */
  async #refuse({ key, expect, undisturbed }: Write): Promise<never> {
    await this.fresh()
    const holds = expect === (this.get(key)?.revision ?? 0)
    if (undisturbed && holds) throw new Disturbed(`what ${key} depends on was changed by another server`)
    throw new RevisionMismatch(key, this.get(key))
  }
}
