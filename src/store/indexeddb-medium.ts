import { addAll } from '../machinery/lists'
import type { Clock } from '../machinery/clock'
import { foldable } from './folding'
import { openDatabase, storeError } from './indexeddb-database'
import { takeEpoch } from './indexeddb-fence'
import { load } from './indexeddb-load'
import type { Database } from './indexeddb-schema'
import { ALL_STORES, appendToLog, deleteKeys, foldLog, replaceContent } from './indexeddb-transactions'
import { FencedOff, write, type DatabaseWriteOptions } from './indexeddb-write'
import type { Batch, Durability, Medium } from './medium'
import { noSpaceError } from './no-space'
import { FIRST_REVISION, type LoggedBatch, type LoggedChange, markRecord } from './records'
import { type Store, StoreError, type StoreEvent } from './store'

export interface IndexedDbStoreOptions {
  readonly clock: Clock
  readonly name: string
  /** `relaxed` when absent. */
  readonly durability?: Durability
  /** Called after the database was discarded by the browser and rewritten from memory. */
  readonly onRestored?: () => void
  /** Called once when another opening of the same database has taken over: nothing more is written. */
  readonly onSuperseded?: () => void
  /** Whether this opening may still write; checked before a discarded database is rewritten. */
  readonly stillOwner?: () => Promise<boolean>
}

type WriteCall = [db: Database, options: Omit<DatabaseWriteOptions, 'epoch'>, work: (tx: IDBTransaction) => void]

/** A medium over a database of the browser: writes batches to its log, folds the log, and rewrites a database that was cleared. */
export class IndexedDbMedium implements Medium {
  readonly durable = true
  #db: Database | undefined
  #epoch = 0
  /** A later opening has taken over. */
  #superseded = false
  /** Log batches not folded yet, oldest first. */
  #unfolded: LoggedBatch[] = []
  /** Deletions recorded only in `keys` for lack of space; the next log record that fits includes them. */
  #owed: LoggedBatch[] = []
  /** Number of keys present. */
  #count = 0
  /** The database has no history before this revision. */
  #since = FIRST_REVISION
  #lost: StoreError | undefined
  /** Called if the disk was already full when the database was opened. */
  #full: StoreError | undefined
  /** The browser discarded the database and it is not rewritten yet. */
  #taken = false
  #restoring: Promise<void> | undefined
  #folding: Promise<void> | undefined
  #closed = false
  readonly #listeners: ((error: StoreError | undefined) => void)[] = []

  constructor(
    private readonly options: IndexedDbStoreOptions,
    private readonly store: () => Store,
  ) {}

  async open() {
    const db = await this.#connect()
    try {
      const { loaded, unfolded, owed, count } = await load(db)
      this.#count = count
      this.#since = loaded.compactedRevision
      this.#unfolded = unfolded
      this.#owed = owed ? [owed] : []
      return loaded
    } catch (error) {
      db.close()
      throw storeError(error, 'unreadable')
    }
  }

  async #connect(): Promise<Database> {
    this.#db = await openDatabase(this.options.name, {
      superseded: () => this.#lose('a newer version of this page has taken the database over; reload the page'),
      terminated: () => {
        if (this.#closed) return
        this.#taken = true
        this.#lose('the browser closed the database and may have cleared it; it is being written again')
        void this.#restored()
      },
    })
    this.#epoch = await takeEpoch(this.#db, (error) => {
      this.#full = noSpaceError(error)
    })
    return this.#db
  }

  /** A write of this opening; all of them fail once another opening took over. */
  async #write(...[db, options, work]: WriteCall): Promise<void> {
    try {
      const { durability = 'relaxed' } = this.options
      await write(db, { durability, ...options, epoch: this.#epoch }, work)
    } catch (error) {
      if (error instanceof FencedOff) this.#fencedOff(error)
      throw error
    }
  }

  #fencedOff(error: FencedOff): void {
    const first = !this.#superseded
    this.#superseded = true
    this.#lose(storeError(error, 'write-failed').message)
    if (first) this.options.onSuperseded?.()
  }

  #lose(message: string): void {
    this.#lost = new StoreError('closed', message)
    this.#tell(this.#lost)
  }

  #tell(error: StoreError | undefined): void {
    for (const listener of this.#listeners) listener(error)
  }

  /** Resolves when the database is back, or rewriting it failed. */
  #restored(): Promise<void> {
    if (!this.#taken) return Promise.resolve()
    return (this.#restoring ??= this.#restore().finally(() => (this.#restoring = undefined)))
  }

  /** Memory still has everything that was answered: it becomes the content of a new database, without history. */
  async #restore(): Promise<void> {
    try {
      await this.#folding
      // Only the owner's memory is current.
      if ((await this.options.stillOwner?.()) === false) throw new FencedOff()
      // Connecting takes several turns, so a write that reached the old database is in memory by now.
      const db = await this.#connect()
      const { revision } = this.store()
      const { entries } = this.store().list('')
      await this.#write(db, { stores: ALL_STORES }, (tx) => replaceContent(tx, entries, revision))
      this.#count = entries.length
      this.#since = revision
      this.#unfolded = []
      this.#owed = []
      this.#taken = false
      this.#lost = undefined
      this.#tell(undefined)
      this.options.onRestored?.()
    } catch (error) {
      if (error instanceof FencedOff) return this.#fencedOff(error)
      const { message } = storeError(error, 'write-failed')
      this.#lose(
        `the database was lost and can’t be written again (${message}); export now, what is shown is in memory only`,
      )
    }
  }

  async append({ events, at, compactedRevision }: Batch): Promise<StoreError | undefined> {
    if (this.#taken) await this.#restored()
    const db = this.#db
    if (this.#lost || !db) throw this.#lost ?? new StoreError('closed', 'the database is not open')
    const changes = events.map(({ type, entry: { revision, key, value, created } }): LoggedChange =>
      type === 'put' ? { revision, key, value, created } : { revision, key },
    )
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
    const batches = changes.length > 0 ? [...owed, { last: (changes.at(-1) as LoggedChange).revision, changes }] : owed
    const revision = batches.at(-1)?.last ?? this.store().revision
    const compacted = Math.max(compactedRevision, this.#since, owed.at(-1)?.last ?? 0)
    const marked = events.filter((event) => event.type === 'delete' || !event.previous)
    const count = this.#count + marked.reduce((sum, { type }) => sum + (type === 'put' ? 1 : -1), 0)
    await this.#write(db, { stores: marked.length > 0 ? ['meta', 'log', 'keys'] : ['meta', 'log'] }, (tx) =>
      appendToLog(tx, { batches, marked, at, head: markRecord(revision, compacted, count), whole: owed.length > 0 }),
    )
    this.#count = count
    addAll(this.#unfolded, batches)
    // Freed deletions are missing from earlier history.
    this.#since = Math.max(this.#since, owed.at(-1)?.last ?? 0)
    this.#owed = []
  }

  /** Without free space a browser still allows transactions that only delete. */
  async #deleteOnly(db: Database, last: number, changes: readonly LoggedChange[]): Promise<void> {
    try {
      await this.#folding
      await this.#write(db, { stores: ['meta', 'entries', 'keys'], deletesOnly: true }, (tx) =>
        deleteKeys(
          tx,
          changes.map(({ key }) => key),
        ),
      )
    } catch (error) {
      throw storeError(error, 'write-failed')
    }
    this.#count -= changes.length
    this.#owed = [...this.#owed, { last, changes }]
  }

  #fold(db: Database, compactedRevision: number, from?: number): void {
    if (this.#folding) return
    const ready = foldable(this.#unfolded, compactedRevision, from)
    if (ready === 0) return
    const part = this.#unfolded.slice(0, ready)
    this.#folding = this.#write(db, { stores: ['meta', 'entries', 'log'] }, (tx) => foldLog(tx, part)).then(
      () => {
        this.#unfolded.splice(0, ready)
        this.#folding = undefined
      },
      (error: unknown) => {
        this.#folding = undefined
        if (!this.#lost) this.#tell(storeError(error, 'write-failed'))
      },
    )
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#restoring
    await this.#folding
    this.#db?.close()
  }

  onHealthChange(listener: (error: StoreError | undefined) => void): void {
    this.#listeners.push(listener)
    if (this.#full) listener(this.#full)
  }
}
