import { writeJson } from '../machinery/json-text'
import { seededRandom } from '../machinery/random'
import type { FakeClock } from '../testing/fake-clock'
import { HISTORY_WINDOW_MS } from './in-memory-state'
import { StoreModel } from './model.testing'
import {
  Compacted,
  type Entry,
  FutureRevision,
  RevisionMismatch,
  type Store,
  type StoreEvent,
  type Write,
} from './store'

/** A store whose promises are tried at random. */
export interface ModelSubject {
  readonly clock: FakeClock
  /** Opens the store; after `close`, what the one before left. */
  readonly open: () => Promise<Store>
  /** Whether it survives being closed. */
  readonly durable: boolean
  /** The order of writes to different keys is the medium's affair, it keeps no times, and an opening may take revisions. */
  readonly sideBySide?: boolean
}

const GROUPS = ['a', 'b', 'bb', 'ä']
const KEYS_OF_A_GROUP = 12
const REOPENED_EVERY = 1_500
/** How far back reads go. */
const BACK = 200
const MOST_WATCHES = 6

interface Watching {
  readonly prefix: string
  readonly from: number
  readonly seen: StoreEvent[]
  readonly stop: () => void
}

/**
 * Does so many random operations and compares each answer with a model. Rejects with the first difference, which tells the number
 * of the operation; the seed makes the run.
 */
export async function runModel(subject: ModelSubject, operations: number, seed: string): Promise<void> {
  const source = seededRandom(seed)
  const random = (): number => new DataView(source.bytes(4).buffer).getUint32(0) / 2 ** 32
  const run = new ModelRun(subject, await subject.open(), random)
  try {
    for (let n = 0; n < operations; n++) {
      await run.one(n).catch((error: unknown) => {
        throw new Error(`operation ${n}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      })
    }
    run.compareAll()
  } finally {
    await run.store.close()
  }
}

class ModelRun {
  readonly #model: StoreModel
  readonly #watches: Watching[] = []
  readonly #actions: readonly (readonly [weight: number, act: (n: number) => Promise<void> | void])[]
  #compacted: number

  constructor(
    private readonly subject: ModelSubject,
    public store: Store,
    private readonly random: () => number,
  ) {
    this.#model = new StoreModel(store.revision)
    this.#compacted = store.compactedRevision
    this.#actions = [
      [45, (n) => this.#commit([this.#write(n)])],
      [12, (n) => this.#commit(Array.from({ length: this.#whole(8) + 1 }, (_, i) => this.#write(n, i)))],
      [14, () => this.#list()],
      [8, () => this.#listOld()],
      [8, () => this.#get()],
      [6, () => this.#watch()],
      [2, () => this.#compact()],
      [3, () => this.subject.clock.advance(this.#whole(40_000))],
      [2, () => this.#refuses()],
    ]
  }

  async one(n: number): Promise<void> {
    if (this.subject.durable && n % REOPENED_EVERY === REOPENED_EVERY - 1) await this.#reopen()
    let at = this.random() * this.#actions.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, act] of this.#actions) {
      at -= weight
      if (at < 0) return await act(n)
    }
  }

  /** All current and historical entries. */
  compareAll(): void {
    same(this.store.list('').entries, this.#model.at(this.#model.revision, ''), 'the state')
    while (this.#watches.length > 0) this.#endWatch(0)
  }

  #whole(below: number): number {
    return Math.floor(this.random() * below)
  }
  #one<T>(list: readonly T[]): T {
    return list[this.#whole(list.length)] as T
  }
  #key(): string {
    return `/${this.#one(GROUPS)}/${this.#whole(KEYS_OF_A_GROUP)}`
  }
  #prefix(): string {
    return this.#one(['', '/', ...GROUPS.map((group) => `/${group}`), ...GROUPS.map((group) => `/${group}/`)])
  }

  #write(n: number, i = 0): Write {
    const key = this.#key()
    const current = this.#model.entries.get(key)
    const wrong = this.random() < 0.12
    const expect = wrong
      ? this.#one([0, 1, this.#model.revision, (current?.revision ?? 0) + 1])
      : (current?.revision ?? 0)
    if (this.random() < 0.3) return { type: 'delete', key, expect }
    const value = { n, i, text: 'xü'.repeat(this.#whole(60)), ...(n % 50 === 0 && { big: 2n ** 60n + BigInt(n) }) }
    return { type: 'put', key, expect, value }
  }

  /** Writes at once: those of one key are done in the order of their calls. */
  async #commit(writes: readonly Write[]): Promise<void> {
    const before = this.#model.revision
    const answers = await Promise.allSettled(writes.map((write) => this.store.commit(write)))
    const pending = new Map<string, Entry | undefined>()
    const events: StoreEvent[] = []
    for (const [i, write] of writes.entries()) {
      const answer = answers[i] as PromiseSettledResult<Entry>
      const current = pending.has(write.key) ? pending.get(write.key) : this.#model.entries.get(write.key)
      const revision = answer.status === 'fulfilled' ? answer.value.revision : 0
      const event = this.#model.outcome(write, current, revision)
      if (!event) {
        check(answer.status === 'rejected' && answer.reason instanceof RevisionMismatch, 'a write was not refused')
        continue
      }
      if (answer.status === 'rejected') throw answer.reason
      same(answer.value, event.entry, 'the answer')
      pending.set(write.key, event.type === 'put' ? event.entry : undefined)
      events.push(event)
    }
    const revisions = events.map(({ entry }) => entry.revision)
    const ordered = this.subject.sideBySide ? revisions.sort((a, b) => a - b) : revisions
    same(
      ordered,
      events.map((_, i) => before + i + 1),
      'the revisions',
    )
    this.#model.take(events, this.subject.clock.now())
    same(this.store.revision, this.#model.revision, 'the revision')
  }

  #get(): void {
    const key = this.#key()
    same(this.store.get(key), this.#model.entries.get(key), key)
  }

  #list(): void {
    const prefix = this.#prefix()
    this.#compare(prefix, this.#model.revision, {})
    same(this.store.count(prefix), this.#model.at(this.#model.revision, prefix).length, `the count of ${prefix}`)
  }

  #listOld(): void {
    const oldest = Math.max(this.#oldest(), this.#model.revision - BACK)
    const revision = oldest + this.#whole(this.#model.revision - oldest + 1)
    this.#compare(this.#prefix(), revision, { revision })
  }

  #compare(prefix: string, at: number, more: { revision?: number }): void {
    const limit = this.random() < 0.5 ? this.#whole(10) + 1 : undefined
    const after = this.random() < 0.3 ? this.#key() : undefined
    const all = this.#model.at(at, prefix).filter(({ key }) => after === undefined || key > after)
    const entries = limit ? all.slice(0, limit) : all
    const options = { ...more, ...(limit && { limit }), ...(after !== undefined && { after }) }
    const what = `the list of ${prefix} with ${JSON.stringify(options)}`
    same(this.store.list(prefix, options), { entries, revision: at, remaining: all.length - entries.length }, what)
  }

  /** Starts a watch, or ends one and compares its events. */
  #watch(): void {
    if (this.#watches.length >= MOST_WATCHES || (this.#watches.length > 0 && this.random() < 0.5))
      return this.#endWatch(this.#whole(this.#watches.length))
    const oldest = Math.max(this.#oldest(), this.#model.revision - BACK)
    const from = oldest + this.#whole(this.#model.revision - oldest + 1)
    const prefix = this.#prefix()
    const seen: StoreEvent[] = []
    const stop = this.store.watch(prefix, from, (events) => seen.push(...events))
    this.#watches.push({ prefix, from, seen, stop })
  }

  #endWatch(n: number): void {
    const [{ prefix, from, seen, stop }] = this.#watches.splice(n, 1) as [Watching]
    stop()
    same(seen, this.#model.after(from, prefix), `the watch of ${prefix} from ${from}`)
  }

  /** Where history begins: no earlier than was asked for, no earlier than the window, and never earlier again. */
  #oldest(): number {
    const { compactedRevision } = this.store
    check(compactedRevision >= this.#compacted, `history begins again at ${compactedRevision}, not ${this.#compacted}`)
    const windowed = this.#model.newestAt(this.subject.clock.now() - HISTORY_WINDOW_MS)
    check(compactedRevision >= windowed, `history begins at ${compactedRevision}, past its window at ${windowed}`)
    check(compactedRevision <= this.#model.revision, 'history begins in the future')
    return (this.#compacted = compactedRevision)
  }

  #compact(): void {
    const revision = this.#model.revision - this.#whole(BACK)
    if (revision < 1) return
    this.store.compact(revision)
    this.#compacted = Math.max(this.#compacted, revision)
    this.#oldest()
  }

  #refuses(): void {
    const oldest = this.#oldest()
    const { revision } = this.#model
    fails(FutureRevision, () => this.store.list('', { revision: revision + 1 }))
    fails(FutureRevision, () => this.store.watch('', revision + 1, () => undefined))
    fails(Compacted, () => this.store.list('', { revision: oldest - 1 }))
    fails(Compacted, () => this.store.watch('', oldest - 1, () => undefined))
  }

  async #reopen(): Promise<void> {
    this.compareAll()
    await this.store.close()
    this.store = await this.subject.open()
    check(this.store.revision >= this.#model.revision, 'the revision went back')
    if (!this.subject.sideBySide) same(this.store.revision, this.#model.revision, 'the revision')
    this.#model.revision = this.store.revision
    if (this.subject.sideBySide) this.#model.redate(this.subject.clock.now())
    // A medium may have kept more history than memory had.
    this.#compacted = 0
    this.#compacted = this.store.compactedRevision
    this.compareAll()
  }
}

const plain = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, one]) => one !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, one]) => [name, plain(one)]),
      )
    : Array.isArray(value)
      ? value.map(plain)
      : value

function same(actual: unknown, expected: unknown, what: string): void {
  const [a, b] = [actual, expected].map((value) => (value === undefined ? 'nothing' : writeJson(plain(value))))
  if (a !== b) throw new Error(`${what} is ${a}, not ${b}`)
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

function fails(type: abstract new (...args: never[]) => Error, act: () => unknown): void {
  try {
    act()
  } catch (error) {
    if (error instanceof type) return
    throw error
  }
  throw new Error(`${type.name} was not thrown`)
}
