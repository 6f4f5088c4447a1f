import type { Clock } from '../machinery/clock'
import type { InMemoryState } from './in-memory-state'
import type { Batch, Medium } from './medium'
import { type Entry, RevisionMismatch, StoreError, type StoreEvent, type Write } from './store'
import { eventOf } from './write-event'

/** A pending write and the callbacks of its caller. */
interface AskedWrite {
  readonly write: Write
  readonly resolve: (entry: Entry) => void
  readonly reject: (error: Error) => void
}

/** The changes of a group; `settle` resolves or rejects its writers. */
interface CheckedGroup {
  readonly events: StoreEvent[]
  readonly settle: (error: StoreError | undefined) => void
}

/**
 * Writes that arrive while a transaction runs are committed together in the next one; each is checked against the committed state and the
 * earlier writes of its group. Nothing of a group is visible, published or answered before the medium has it.
 */
export class GroupCommit {
  private queue: AskedWrite[] = []
  private running: Promise<void> | undefined
  private compactionAsked = false
  private closed = false

  /** `onFault` is called after each transaction with the medium's fault, if any. */
  constructor(
    private readonly held: InMemoryState,
    private readonly medium: Medium,
    private readonly clock: Clock,
    private readonly onFault: (error: StoreError | undefined) => void,
  ) {}

  commit(write: Write): Promise<Entry> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new StoreError('closed', 'the store is closed'))
      this.queue.push({ write, resolve, reject })
      this.wake()
    })
  }

  /** Lets the medium drop what history no longer holds, even if there is nothing to write. */
  compact(): void {
    if (this.closed) return
    this.compactionAsked = true
    this.wake()
  }

  /** Resolves when all earlier writes are done. */
  async close(): Promise<void> {
    this.closed = true
    await this.running
  }

  private wake(): void {
    this.running ??= this.run()
  }

  private async run(): Promise<void> {
    // Collect all writes of this turn.
    await Promise.resolve()
    while (this.queue.length > 0 || this.compactionAsked) {
      const group = this.queue
      this.queue = []
      this.compactionAsked = false
      this.held.forgetOld()
      const checked = this.check(group)
      if (checked.events.length > 0 || group.length === 0) await this.append(checked, group)
      else checked.settle(undefined)
    }
    this.running = undefined
  }

  /** Checks the group's writes in order and computes their changes. */
  private check(group: readonly AskedWrite[]): CheckedGroup {
    const { entries, history } = this.held
    const events: StoreEvent[] = []
    const outcomes: ((error: StoreError | undefined) => void)[] = []
    const pending = new Map<string, Entry | undefined>()
    for (const { write, resolve, reject } of group) {
      const { key } = write
      const inGroup = pending.has(key)
      const current = inGroup ? pending.get(key) : entries.get(key)
      if (write.expect !== (current?.revision ?? 0) || (write.type === 'delete' && !current)) {
        const refuse = new RevisionMismatch(key, current)
        // A conflict with the group itself is real only once the group is committed.
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

  private async append({ events, settle }: CheckedGroup, group: readonly AskedWrite[]): Promise<void> {
    const { compactedRevision } = this.held.history
    const batch: Batch = { events, at: this.clock.now(), compactedRevision }
    let left: StoreError | undefined
    try {
      const kept = this.medium.append(batch)
      if (kept) left = await kept
    } catch (error) {
      return this.refuse(storeErrorOf(error), group, settle)
    }
    this.onFault(left)
    this.held.publish(events, batch.at)
    settle(undefined)
  }

  /** Settles a group that the medium refused. A full disk may still accept deletions, so those are retried alone. */
  private refuse(failure: StoreError, group: readonly AskedWrite[], settle: CheckedGroup['settle']): void {
    this.onFault(failure)
    const deletions = group.filter(({ write }) => write.type === 'delete')
    const apart = deletions.length > 0 && deletions.length < group.length && !group.some(({ write }) => write.together)
    if (failure.code !== 'quota-exceeded' || !apart) return settle(failure)
    for (const { write, reject } of group) if (write.type === 'put') reject(failure)
    this.queue = [...deletions, ...this.queue]
  }
}

const storeErrorOf = (error: unknown): StoreError =>
  error instanceof StoreError
    ? error
    : new StoreError('write-failed', `the write failed: ${String(error)}`, { cause: error })
