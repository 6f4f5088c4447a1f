import { addAll } from '../machinery/lists'
import type { Clock } from '../machinery/clock'
import { foldable } from './folding'
import { DatabaseConnection } from './indexeddb-connection'
import { storeError } from './indexeddb-database'
import { load } from './indexeddb-load'
import { ReachedNote } from './indexeddb-note'
import type { ConnectionOptions } from './indexeddb-options'
import type { NumberedBatch, Reached } from './indexeddb-records'
import type { Database } from './indexeddb-schema'
import { ALL_STORES, appendToLog, deleteKeys, foldLog, markReached, replaceContent } from './indexeddb-transactions'
import { FencedOff } from './indexeddb-write'
import type { Batch, Medium } from './medium'
import { FIRST_REVISION, type LoggedBatch, type LoggedChange, loggedChange } from './records'
import type { Store, StoreError, StoreEvent } from './store'

/** Options of a store on IndexedDB. */
export interface IndexedDbStoreOptions extends ConnectionOptions {
  readonly clock: Clock
  /** The machine's clock, if the database is to note its newest revision during pauses, too, and not only when it is closed. */
  readonly machine?: Clock
  /** Called after the database was discarded by the browser and rewritten from memory. */
  readonly onRestored?: () => void
  /** Whether this opening may still write; checked before a discarded database is rewritten. */
  readonly stillOwner?: () => Promise<boolean>
}

/** A medium over a database of the browser: writes batches to its log, folds the log, and rewrites a database that was cleared. */
export class IndexedDbMedium implements Medium {
  readonly durable = true
  readonly #connection: DatabaseConnection
  readonly #note: ReachedNote
  /** Log batches not folded yet, oldest first. */
  #unfolded: NumberedBatch[] = []
  /** The number of the next batch. */
  #next = 1
  /** Deletions recorded only in `keys` for lack of space; the next log record that fits includes them. */
  #owed: LoggedBatch[] = []
  /** How far the database is. */
  #reached: Reached = { revision: FIRST_REVISION, compacted: FIRST_REVISION, count: 0 }
  /** The database has no history before this revision. */
  #since = FIRST_REVISION
  #restoring: Promise<void> | undefined
  #folding: Promise<void> | undefined

  constructor(
    private readonly options: IndexedDbStoreOptions,
    private readonly store: () => Store,
  ) {
    this.#connection = new DatabaseConnection(options, () => void this.#restored())
    this.#note = new ReachedNote(this.#connection, options.machine)
  }

  async open() {
    const db = await this.#connection.connect()
    try {
      const { loaded, unfolded, owed, reached } = await load(db)
      this.#next = this.#connection.firstNumber
      this.#reached = reached
      this.#since = loaded.compactedRevision
      this.#unfolded = unfolded
      this.#owed = owed ? [owed] : []
      return loaded
    } catch (error) {
      db.close()
      throw storeError(error, 'unreadable')
    }
  }

  /** Resolves when the database is back, or rewriting it failed. */
  #restored(): Promise<void> {
    if (!this.#connection.discarded) return Promise.resolve()
    return (this.#restoring ??= this.#restore().finally(() => (this.#restoring = undefined)))
  }

  /** Memory still has everything that was answered: it becomes the content of a new database, without history. */
  async #restore(): Promise<void> {
    try {
      await this.#folding
      // Only the owner's memory is current.
      if ((await this.options.stillOwner?.()) === false) throw new FencedOff()
      // Connecting takes several turns, so a write that reached the old database is in memory by now.
      const db = await this.#connection.connect()
      const { revision } = this.store()
      const { entries } = this.store().list('')
      await this.#connection.write(db, ALL_STORES, (tx, fences) => replaceContent(tx, fences, entries, revision))
      this.#next = this.#connection.firstNumber
      this.#reached = { revision, compacted: revision, count: entries.length }
      this.#since = revision
      this.#unfolded = []
      this.#owed = []
      this.#connection.regain()
      this.options.onRestored?.()
    } catch (error) {
      if (error instanceof FencedOff) return this.#connection.fencedOff(error)
      const { message } = storeError(error, 'write-failed')
      this.#connection.lose(
        `the database was lost and can’t be written again (${message}); export now, what is shown is in memory only`,
      )
    }
  }

  async append({ events, at, compactedRevision }: Batch): Promise<StoreError | undefined> {
    if (this.#connection.discarded) await this.#restored()
    const db = this.#connection.writable
    const changes = events.map(loggedChange)
    const head = events.at(-1)?.entry.revision
    try {
      await this.#appendRecords(db, events, changes, at, compactedRevision)
    } catch (error) {
      const failure = storeError(error, 'write-failed')
      const deletions = head !== undefined && events.every(({ type }) => type === 'delete')
      if (failure.code !== 'quota-exceeded' || !deletions) throw failure
      await this.#deleteOnly(db, head, changes)
      // Fold at once whatever history no longer needs, to free space.
      this.#fold(db, compactedRevision, 1)
      return failure
    }
    this.#fold(db, compactedRevision)
    return undefined
  }

  async #appendRecords(
    db: Database,
    events: readonly StoreEvent[],
    changes: readonly LoggedChange[],
    at: number,
    compactedRevision: number,
  ): Promise<void> {
    const owed = this.#owed
    const added = changes.length > 0 ? [...owed, { last: (changes.at(-1) as LoggedChange).revision, changes }] : owed
    const batches = added.map((batch, i) => ({ ...batch, number: this.#next + i }))
    const revision = batches.at(-1)?.last ?? this.store().revision
    const compacted = Math.max(compactedRevision, this.#since, owed.at(-1)?.last ?? 0)
    const marked = events.filter((event) => event.type === 'delete' || !event.previous)
    const count = this.#reached.count + marked.reduce((sum, { type }) => sum + (type === 'put' ? 1 : -1), 0)
    const reached = { revision, compacted, count }
    const whole = owed.length > 0
    const stores = [
      'log',
      ...(marked.length > 0 ? ['keys' as const] : []),
      ...(whole ? ['meta' as const] : []),
    ] as const
    // Without a batch only history is trimmed.
    if (batches.length === 0) await this.#connection.write(db, ['meta'], (tx) => markReached(tx, reached))
    else await this.#connection.append(db, stores, (tx) => appendToLog(tx, { batches, marked, at, reached, whole }))
    this.#next += batches.length
    this.#reached = reached
    addAll(this.#unfolded, batches)
    this.#note.set(reached)
    // Freed deletions are missing from earlier history.
    this.#since = Math.max(this.#since, owed.at(-1)?.last ?? 0)
    this.#owed = []
  }

  /** Without free space a browser still allows transactions that only delete. */
  async #deleteOnly(db: Database, last: number, changes: readonly LoggedChange[]): Promise<void> {
    try {
      await this.#folding
      await this.#connection.write(db, ['meta', 'entries', 'keys'], (tx) =>
        deleteKeys(
          tx,
          changes.map(({ key }) => key),
        ),
      )
    } catch (error) {
      throw storeError(error, 'write-failed')
    }
    this.#reached = { ...this.#reached, count: this.#reached.count - changes.length }
    this.#owed = [...this.#owed, { last, changes }]
    // Its count of keys would no longer tell how many were deleted in this way.
    this.#note.set(undefined)
  }

  #fold(db: Database, compactedRevision: number, from?: number): void {
    if (this.#folding) return
    // The newest batch stays: its number must not be used again.
    const ready = Math.min(foldable(this.#unfolded, compactedRevision, from), this.#unfolded.length - 1)
    if (ready <= 0) return
    const part = this.#unfolded.slice(0, ready)
    this.#folding = this.#connection
      .write(db, ['meta', 'entries', 'log'], (tx) => foldLog(tx, part))
      .then(
        () => {
          this.#unfolded.splice(0, ready)
          this.#folding = undefined
        },
        (error: unknown) => {
          this.#folding = undefined
          this.#connection.reportFailed(error)
        },
      )
  }

  async close(): Promise<void> {
    this.#connection.leave()
    await this.#restoring
    await this.#folding
    await this.#note.finish()
    this.#connection.close()
  }

  onHealthChange(listener: (error: StoreError | undefined) => void): void {
    this.#connection.onHealthChange(listener)
  }
}
