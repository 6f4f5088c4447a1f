import type { Client, Query, Target } from '../client/client'
import { StatusError } from '../client/client'
import { sharedListAndWatch } from '../client/shared-watch'
import type { Clock } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import { nextTurn } from '../machinery/turn'
import { messageOf } from '../machinery/message-of'

/** What a controller knows of one watched collection. Objects are shared: never change them. */
export interface ControllerCache {
  get(namespace: string | undefined, name: string): ApiObject | undefined
  /** All objects, or those of one namespace. */
  list(namespace?: string): ApiObject[]
  /** Those that the watch's `index` files under a value. */
  filed(under: string): ApiObject[]
  /** The newest resourceVersion that it has seen as a number: a write below it is in the cache. */
  readonly revision: number
}

export interface ControllerWatch {
  readonly target: Target
  readonly query?: Query
  /** What objects are filed under, for who wants a few out of thousands. */
  index?(object: ApiObject): string
  /** Which keys an object (new, changed or gone) puts into the queue. */
  keys(object: ApiObject, caches: readonly ControllerCache[]): readonly string[]
  /**
   * So many milliseconds after the last look at a key the news of this watch wait for more of their kind: whoever has hundreds of
   * dependents looks at them once for many of their changes. Absent and 0 mean at once.
   */
  gatherMs?(key: string, caches: readonly ControllerCache[]): number
}

/** When a key should be looked at again though nothing changed. */
export interface RequeueAfter {
  readonly afterMs: number
}

export interface ControllerOptions {
  readonly name: string
  readonly client: Client
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly watches: readonly ControllerWatch[]
  /**
   * Brings the world nearer to what `key` asks for. `caches` are in the order of `watches`. Called for one key at a time
   * only; a rejection puts the key back with a growing delay, a write conflict at once.
   */
  reconcile(key: string, caches: readonly ControllerCache[]): Promise<RequeueAfter | void>
  /** Failures, for the controller's log. */
  log?(message: string): void
  /** How many keys are worked on at once. */
  readonly workers?: number
  /** Keys of a higher rank go first; those of the same rank in the order in which they came. */
  rank?(key: string): number
  /** What else puts keys into the queue, beside the watches; the returned function ends it. */
  triggers?(add: (key: string) => void, caches: readonly ControllerCache[]): () => void
}

const FIRST_DELAY_MS = 50
const LONGEST_DELAY_MS = 60_000
// A conflict says that the cache is behind, which mends itself as soon as the event arrives.
const CONFLICTS_AT_ONCE = 3

/** `<namespace>/<name>`, or the name alone for what has no namespace. */
export const keyOf = ({ metadata }: ApiObject): string =>
  metadata.namespace ? `${metadata.namespace}/${metadata.name ?? ''}` : (metadata.name ?? '')

/** The two halves of `keyOf`. */
export function splitKey(key: string): { namespace: string | undefined; name: string } {
  const slash = key.indexOf('/')
  return slash < 0
    ? { namespace: undefined, name: key }
    : { namespace: key.slice(0, slash), name: key.slice(slash + 1) }
}

/** Runs until `signal` aborts: watches, and works off the keys that they bring once every watch has its first list. */
export async function runController(options: ControllerOptions): Promise<void> {
  const { watches, clock, signal } = options
  const caches = watches.map((watch) => new WatchedCache((object) => watch.index?.(object)))
  const queue = new WorkQueue(options, (key) => options.reconcile(key, caches))
  const unsynced = new Set(watches.keys())

  const follow = async (watch: ControllerWatch, index: number): Promise<void> => {
    const cache = caches[index] as WatchedCache
    const enqueue = (object: ApiObject): void => {
      for (const key of watch.keys(object, caches)) queue.add(key, watch.gatherMs?.(key, caches))
    }
    await sharedListAndWatch(
      options.client,
      watch.target,
      watch.query ?? {},
      {
        replaced(items, version) {
          const touched = cache.replace(items)
          cache.revision = Number(version)
          unsynced.delete(index)
          touched.forEach(enqueue)
          if (unsynced.size === 0) queue.open()
        },
        changed(type, object, version) {
          const previous = cache.apply(type, object)
          cache.revision = Number(version)
          if (previous) enqueue(previous)
          enqueue(object)
        },
        fault(error) {
          if (error !== undefined) options.log?.(`cannot follow ${watch.target.resource}: ${messageOf(error)}`)
        },
      },
      clock,
      signal,
    )
  }
  const untrigger = options.triggers?.((key) => queue.add(key), caches)
  await Promise.all(watches.map(follow))
  untrigger?.()
  await queue.idle()
}

class WatchedCache implements ControllerCache {
  private objects = new Map<string, ApiObject>()
  private readonly files = new Map<string, Map<string, ApiObject>>()
  revision = 0

  constructor(private readonly index: (object: ApiObject) => string | undefined) {}

  get(namespace: string | undefined, name: string): ApiObject | undefined {
    return this.objects.get(namespace ? `${namespace}/${name}` : name)
  }
  list(namespace?: string): ApiObject[] {
    const all = [...this.objects.values()]
    return namespace === undefined ? all : all.filter((object) => object.metadata.namespace === namespace)
  }
  filed(under: string): ApiObject[] {
    return [...(this.files.get(under)?.values() ?? [])]
  }
  /** Returns what is there now and what is gone. */
  replace(items: readonly ApiObject[]): ApiObject[] {
    const before = this.objects
    this.objects = new Map(items.map((object) => [keyOf(object), object]))
    this.files.clear()
    for (const [key, object] of this.objects) this.file(key, undefined, object)
    return [...items, ...[...before].filter(([key]) => !this.objects.has(key)).map(([, object]) => object)]
  }
  apply(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: ApiObject): ApiObject | undefined {
    const key = keyOf(object)
    const previous = this.objects.get(key)
    if (type === 'DELETED') this.objects.delete(key)
    else this.objects.set(key, object)
    this.file(key, previous, type === 'DELETED' ? undefined : object)
    return previous
  }
  private file(key: string, before: ApiObject | undefined, after: ApiObject | undefined): void {
    const [from, to] = [before && this.index(before), after && this.index(after)]
    if (from !== undefined && from !== to) {
      const others = this.files.get(from)
      others?.delete(key)
      if (others?.size === 0) this.files.delete(from)
    }
    if (to === undefined || !after) return
    const file = this.files.get(to) ?? new Map<string, ApiObject>()
    this.files.set(to, file.set(key, after))
  }
}

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
class WorkQueue {
  private readonly waiting: RankedKeys
  private readonly active = new Map<string, Promise<void>>()
  private readonly failures = new Map<string, number>()
  private readonly timers = new Map<string, { readonly due: number; readonly cancel: () => void }>()
  /** Until when the news of a key wait for more of them: so long after each look at it. */
  private readonly gathering = new Map<string, { readonly ms: number; until: number }>()
  private opened = false

  constructor(
    private readonly options: Pick<ControllerOptions, 'clock' | 'signal' | 'log' | 'workers' | 'rank'>,
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
