import type { Clock } from '../machinery/clock'
import { HeldState } from './held-state'
import { History } from './history'
import type { Batch, Loaded, Medium } from './medium'
import { SortedEntries } from './sorted-entries'
import type { Entry, Store, StoreEvent, Write } from './store'
import { RevisionMismatch, StoreError } from './store'

/** The state of a store that was never written to. */
export const NOTHING_LOADED: Loaded = { entries: [], revision: 1, compactedRevision: 1, batches: [] }

interface Async {
  readonly write: Write
  readonly resolve: (entry: Entry) => void
  readonly reject: (error: Error) => void
}

/**
 * The store over any medium: everything is held in memory, a medium keeps it. Writes that wait while a transaction runs go
 * together into the next one; each is checked against the committed state and the earlier writes of its own group. Nothing
 * of a group is seen, published or answered before the medium has it.
 */
export function createEngine(medium: Medium, loaded: Loaded, clock: Clock): Store {
  const held = replay(loaded, clock)
  const { entries, history } = held
  const healthListeners = new Set<(error: StoreError | undefined) => void>()
  let queue: Async[] = []
  let running: Promise<void> | undefined
  let compactionAsked = false
  let fault: StoreError | undefined
  let closed = false

  const setFault = (error: StoreError | undefined): void => {
    if (fault === error) return
    fault = error
    for (const listener of [...healthListeners]) listener(error)
  }
  medium.onHealthChange(setFault)

  async function run(): Promise<void> {
    // Writes of the same turn belong together.
    await Promise.resolve()
    while (queue.length > 0 || compactionAsked) {
      const group = queue
      queue = []
      compactionAsked = false
      held.forgetOld()
      const result = prepare(group)
      if (result.events.length > 0 || group.length === 0) await commitGroup(result, group)
      else result.settle(undefined)
    }
    running = undefined
  }

  /** Checks the group's writes in order and says what they change. */
  function prepare(group: readonly Async[]): {
    events: StoreEvent[]
    settle: (error: StoreError | undefined) => void
  } {
    const events: StoreEvent[] = []
    const outcomes: ((error: StoreError | undefined) => void)[] = []
    const pending = new Map<string, Entry | undefined>()
    for (const { write, resolve, reject } of group) {
      const { key } = write
      const inGroup = pending.has(key)
      const current = inGroup ? pending.get(key) : entries.get(key)
      if (write.expect !== (current?.revision ?? 0) || (write.type === 'delete' && !current)) {
        const refuse = new RevisionMismatch(key, current)
        // What the group itself changed is true only once the group is in.
        if (inGroup) outcomes.push((error) => reject(error ?? refuse))
        else reject(refuse)
        continue
      }
      const event = eventOf(write, current, history.newest + events.length + 1)
      pending.set(key, event.type === 'put' ? event.entry : undefined)
      events.push(event)
      outcomes.push((error) => (error ? reject(error) : resolve(event.entry)))
    }
    return { events, settle: (error) => outcomes.forEach((outcome) => outcome(error)) }
  }

  async function commitGroup({ events, settle }: ReturnType<typeof prepare>, group: readonly Async[]): Promise<void> {
    const batch: Batch = { events, at: clock.now(), compactedRevision: history.compactedRevision }
    let left: StoreError | undefined
    try {
      const kept = medium.append(batch)
      if (kept) left = await kept
    } catch (error) {
      const failure =
        error instanceof StoreError
          ? error
          : new StoreError('write-failed', `the write failed: ${String(error)}`, { cause: error })
      setFault(failure)
      // A full disk may still take deletions: they must not fail with the writes that they met.
      const deletions = group.filter(({ write }) => write.type === 'delete')
      const apart =
        deletions.length > 0 && deletions.length < group.length && !group.some(({ write }) => write.together)
      if (failure.code === 'quota-exceeded' && apart) {
        for (const { write, reject } of group) if (write.type === 'put') reject(failure)
        queue = [...deletions, ...queue]
      } else settle(failure)
      return
    }
    setFault(left)
    held.publish(events, batch.at)
    settle(undefined)
  }

  function wake(): void {
    running ??= run()
  }

  return {
    get revision() {
      return held.revision
    },
    get compactedRevision() {
      return held.compactedRevision
    },
    durable: medium.durable,
    get: (key) => held.get(key),
    list: (prefix, options) => held.list(prefix, options),
    count: (prefix) => held.count(prefix),
    commit(write) {
      return new Promise<Entry>((resolve, reject) => {
        if (closed) return reject(new StoreError('closed', 'the store is closed'))
        queue.push({ write, resolve, reject })
        wake()
      })
    },
    watch: (prefix, after, listener) => held.watch(prefix, after, listener),
    waitFor: (revision, timeoutMs) => held.waitFor(revision, timeoutMs),
    compact(revision) {
      history.forgetTo(Math.min(revision, history.newest))
      if (closed) return
      compactionAsked = true
      wake()
    },
    setHistoryWindow: (ms) => held.setHistoryWindow(ms),
    onHealthChange(listener) {
      healthListeners.add(listener)
      return () => healthListeners.delete(listener)
    },
    fault: () => fault,
    async close() {
      closed = true
      await running
      await medium.close()
    },
  }
}

function eventOf(write: Write, current: Entry | undefined, revision: number): StoreEvent {
  const { key } = write
  if (write.type === 'delete') {
    const previous = current as Entry
    return { type: 'delete', previous, entry: { key, value: previous.value, revision, created: previous.created } }
  }
  return {
    type: 'put',
    previous: current,
    entry: { key, value: write.value, revision, created: current?.created ?? revision },
  }
}

/** Stands for what a forgotten deletion deleted. */
const NONE: Entry = { key: '', value: undefined, revision: 1, created: 1 }

/** Brings a medium's state up to date and its history back. */
function replay(loaded: Loaded, clock: Clock): HeldState {
  const entries = SortedEntries.of(loaded.entries)
  const history = new History(loaded.revision)
  const now = clock.now()
  for (const { at, changes } of loaded.batches) {
    const events: StoreEvent[] = []
    for (const { revision, key, ...change } of changes) {
      const current = entries.get(key)
      const write: Write =
        'value' in change ? { type: 'put', key, expect: 0, value: change.value } : { type: 'delete', key, expect: 0 }
      if (revision <= loaded.compactedRevision && write.type === 'delete' && !current) {
        // Its entry was freed at once, on a full disk.
        events.push({ type: 'delete', previous: NONE, entry: { ...NONE, key, revision } })
        continue
      }
      if (revision !== history.newest + events.length + 1 || (write.type === 'delete' && !current))
        throw new StoreError('unreadable', `the stored history is damaged at revision ${revision} (${key})`)
      const event = eventOf(write, current, revision)
      if (event.type === 'put') entries.put(event.entry)
      else entries.delete(key)
      events.push(event)
    }
    // The clock may have been ahead when this was written; history must not be kept for that much longer.
    history.push(events, Math.min(at, now))
  }
  history.forgetTo(Math.min(loaded.compactedRevision, history.newest))
  return new HeldState(entries, history, clock)
}
