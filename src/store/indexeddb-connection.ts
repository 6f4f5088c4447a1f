import { openDatabase, storeError } from './indexeddb-database'
import { takeOver, type Turn } from './indexeddb-fence'
import type { ConnectionOptions } from './indexeddb-options'
import type { Database } from './indexeddb-schema'
import { append, type DatabaseWriteOptions, FencedOff, write } from './indexeddb-write'
import { noSpaceError } from './no-space'
import { StoreError } from './store'

/** An opening of a database, and whether it may still write: until a later opening takes over, or the browser discards the database. */
export class DatabaseConnection {
  #db: Database | undefined
  #turn: Turn = { fence: 0, next: 1 }
  /** A later opening has taken over. */
  #superseded = false
  #lost: StoreError | undefined
  /** Reported at once if the disk was already full when the database was opened. */
  #full: StoreError | undefined
  #discarded = false
  #closed = false
  readonly #listeners: ((error: StoreError | undefined) => void)[] = []

  /** `discarded` is called when the browser has closed the database and may have cleared it. */
  constructor(
    private readonly options: ConnectionOptions,
    private readonly onDiscarded: () => void,
  ) {}

  /** Why nothing can be written, if so. */
  get lost(): StoreError | undefined {
    return this.#lost
  }

  /** The browser discarded the database, and it is not rewritten yet. */
  get discarded(): boolean {
    return this.#discarded
  }

  /** The open database. Throws a `StoreError` if there is none, or nothing can be written. */
  get writable(): Database {
    if (this.#lost || !this.#db) throw this.#lost ?? new StoreError('closed', 'the database is not open')
    return this.#db
  }

  /** Opens the database and takes over from earlier openings. */
  async connect(): Promise<Database> {
    this.#db = await openDatabase(this.options.name, {
      superseded: () => this.lose('a newer version of this page has taken the database over; reload the page'),
      terminated: () => {
        if (this.#closed) return
        this.#discarded = true
        this.lose('the browser closed the database and may have cleared it; it is being written again')
        this.onDiscarded()
      },
    })
    this.#turn = await takeOver(this.#db, (error) => {
      this.#full = noSpaceError(error)
    })
    return this.#db
  }

  /** The number of the first batch of this opening. */
  get firstNumber(): number {
    return this.#turn.next
  }

  /** Adds batches to the log; fails once another opening took over, as `write` does. */
  append(db: Database, stores: DatabaseWriteOptions['stores'], work: (tx: IDBTransaction) => void): Promise<void> {
    return this.#unlessFenced(append(db, { ...this.options, stores }, work))
  }

  /** Any other write of this opening; `work` gets the numbers of all fences. */
  write(
    db: Database,
    stores: DatabaseWriteOptions['stores'],
    work: (tx: IDBTransaction, fences: readonly number[]) => void,
  ): Promise<void> {
    return this.#unlessFenced(write(db, { ...this.options, stores, own: this.#turn.fence }, work))
  }

  async #unlessFenced(done: Promise<void>): Promise<void> {
    try {
      await done
    } catch (error) {
      if (error instanceof FencedOff) this.fencedOff(error)
      throw error
    }
  }

  /** Another opening owns the database. */
  fencedOff(error: FencedOff): void {
    const first = !this.#superseded
    this.#superseded = true
    this.lose(storeError(error, 'write-failed').message)
    if (first) this.options.onSuperseded?.()
  }

  lose(message: string): void {
    this.#lost = new StoreError('closed', message)
    this.report(this.#lost)
  }

  /** A discarded database has its content again. */
  regain(): void {
    this.#discarded = false
    this.#lost = undefined
    this.report(undefined)
  }

  /** Reports a failed write of what can be written later; that the connection is lost has been reported already. */
  reportFailed(error: unknown): void {
    if (!this.#lost) this.report(storeError(error, 'write-failed'))
  }

  /** Reports an error, or that there is none any more, to those that follow the store's health. */
  report(error: StoreError | undefined): void {
    for (const listener of this.#listeners) listener(error)
  }

  onHealthChange(listener: (error: StoreError | undefined) => void): void {
    this.#listeners.push(listener)
    if (this.#full) listener(this.#full)
  }

  /** The store is being closed: that the browser closes the database is no news any more. */
  leave(): void {
    this.#closed = true
  }

  close(): void {
    this.#db?.close()
  }
}
