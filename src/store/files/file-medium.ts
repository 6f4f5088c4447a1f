import type { Batch, Durability, Loaded, Medium } from '../medium'
import type { LoggedChange } from '../records'
import { Compacted, type Entry, type Store, StoreError, type StoreEvent } from '../store'
import { writeJson } from '../../machinery/json-text'
import { fileError } from './file-error'
import { DATA, HEADER, type LoadedFiles, loadFiles, type PlacedBatch } from './file-load'
import { encodeFrame } from './frames'
import { type Header, writeHeader } from './header'
import { writeSnapshot } from './snapshot'
import { RESERVE, SpaceReserve } from './space-reserve'
import { type FileSet, type SyncFile, writeAll } from './sync-files'
import { TailWriter } from './tail-writer'

export interface FileMediumOptions {
  readonly files: FileSet
  /** `relaxed` writes reach the browser, so they survive a crash of the tab. */
  readonly durability: Durability
  /** Reports problems that a person should know of but that don't stop the store. */
  readonly warn: (message: string) => void
  /** Yields to other work while a snapshot is written. */
  readonly pause?: () => Promise<void>
  /** Fold once the log has this many bytes that history no longer needs; 1 MiB when absent. */
  readonly foldFrom?: number
}

const FOLD_FROM_BYTES = 1_048_576
const changeOf = ({ type, entry: { revision, key, value, created } }: StoreEvent): LoggedChange =>
  type === 'put' ? { revision, key, value, created } : { revision, key }

/**
 * A log in a file. Two data files alternate: the active one holds a snapshot of the state followed by the changes since. When much of the
 * log is no longer needed, a new snapshot and the rest of the log are written to the other file, and the header makes that one active.
 */
export class FileMedium implements Medium {
  readonly durable = true
  readonly #opened: SyncFile[] = []
  #header!: Header
  #log: PlacedBatch[] = []
  #end = 0
  #head = 0
  readonly #tail: TailWriter
  readonly #reserve = new SpaceReserve(() => this.#reserveFile)
  #folding: Promise<void> | undefined
  /** Raised to twice the size after a failed fold, before the next try. */
  #foldFrom: number
  #closed = false
  /** Set when the header could not be written: it is unknown which file is active, so nothing is written any more. */
  #lost: StoreError | undefined
  readonly #listeners: ((error: StoreError | undefined) => void)[] = []

  constructor(
    private readonly options: FileMediumOptions,
    private readonly store: () => Store,
  ) {
    this.#foldFrom = options.foldFrom ?? FOLD_FROM_BYTES
    this.#tail = new TailWriter(options.durability)
  }

  get #headerFile(): SyncFile {
    return this.#opened[0] as SyncFile
  }
  get #reserveFile(): SyncFile {
    return this.#opened[1] as SyncFile
  }
  #data(index: 0 | 1): SyncFile {
    return this.#opened[2 + index] as SyncFile
  }

  /** Opens the files, cuts off a torn tail, and resolves to their content. Rejects with a `StoreError`. */
  async open(): Promise<Loaded> {
    const { files } = this.options
    try {
      for (const name of [HEADER, RESERVE, ...DATA]) this.#opened.push(await files.open(name))
      const read = loadFiles(files.what, this.#headerFile, [this.#data(0), this.#data(1)])
      this.#take(read)
      return read.loaded
    } catch (error) {
      this.#release()
      throw fileError(files.what, error, 'unreadable')
    }
  }

  #take({ header, log, end, head, torn }: LoadedFiles): void {
    this.#header = header
    this.#log = log
    this.#end = end
    this.#head = head
    if (torn > 0) {
      this.#data(header.active).truncate(end)
      this.options.warn(
        `the last write before revision ${head + 1} was not finished when the tab ended: ${torn} bytes were cut off. Nobody was told that it succeeded`,
      )
    }
    // Remains of an interrupted fold.
    this.#data(header.active === 0 ? 1 : 0).truncate(0)
    if (header.generation === 0 || header.reached < head) this.#flip({ reached: head })
    this.#reserve.fill()
  }

  #flip(changes: Partial<Header>): void {
    const next = { ...this.#header, generation: this.#header.generation + 1, ...changes }
    try {
      writeHeader(this.#headerFile, next)
    } catch (error) {
      this.#lost = new StoreError(
        'closed',
        `the header of ${this.options.files.what} could not be written; reload the page: ${String(error)}`,
        { cause: error },
      )
      for (const listener of this.#listeners) listener(this.#lost)
      throw this.#lost
    }
    this.#header = next
  }

  append(batch: Batch): Promise<StoreError | undefined> | undefined {
    if (this.#lost) throw this.#lost
    const { events, at, compactedRevision } = batch
    const last = events.at(-1)?.entry.revision ?? this.#head
    const text = writeJson(events.map(changeOf))
    const bytes = encodeFrame({ kind: 'batch', revision: last, since: compactedRevision, at, text })
    let left: StoreError | undefined
    try {
      this.#write(bytes)
      this.#reserve.fill()
    } catch (error) {
      const failure = fileError(this.options.files.what, error, 'write-failed')
      const deletions = events.length > 0 && events.every(({ type }) => type === 'delete')
      if (failure.code !== 'quota-exceeded' || !deletions || !this.#reserve.filled) throw failure
      left = this.#writeIntoReserve(bytes, failure)
    }
    if (events.length > 0) this.#log.push({ last, from: this.#end })
    this.#end += bytes.length
    this.#head = last
    this.#fold(compactedRevision)
    return left && Promise.resolve(left)
  }

  #write(bytes: Uint8Array): void {
    this.#tail.write(this.#data(this.#header.active), bytes, this.#end)
  }

  #writeIntoReserve(bytes: Uint8Array, failure: StoreError): StoreError {
    try {
      this.#reserve.release()
      this.#write(bytes)
      return failure
    } catch (error) {
      throw fileError(this.options.files.what, error, 'write-failed')
    }
  }

  #fold(compactedRevision: number): void {
    if (this.#folding || this.#closed || this.#lost) return
    const kept = this.#log.findIndex(({ last }) => last > compactedRevision)
    const keptFrom = kept < 0 ? this.#end : (this.#log[kept] as PlacedBatch).from
    const { logFrom } = this.#header
    // Fold only when the log is as large as the snapshot, so that each byte is rewritten only a few times.
    if (keptFrom - logFrom < Math.max(this.#foldFrom, logFrom)) return
    this.#folding = this.#folded()
      .catch((error: unknown) => {
        this.#foldFrom = 2 * (keptFrom - logFrom)
        if (!this.#closed) this.options.warn(`the log was not shortened: ${String(error)}`)
      })
      .finally(() => (this.#folding = undefined))
  }

  async #folded(): Promise<void> {
    // Let the batch being appended become visible first.
    await Promise.resolve()
    const state = this.#state()
    if (!state) return
    const { entries, revision } = state
    const next = this.#header.active === 0 ? 1 : 0
    const file = this.#data(next)
    try {
      const pause = this.options.pause ?? (() => Promise.resolve())
      const logFrom = await writeSnapshot(file, entries, { pause, stopped: () => this.#closed })
      const rest = this.#log.filter(({ last }) => last > revision)
      const from = rest[0]?.from ?? this.#end
      const bytes = new Uint8Array(this.#end - from)
      this.#data(this.#header.active).read(bytes, { at: from })
      writeAll(file, bytes, logFrom)
      file.flush()
      const before = this.#data(this.#header.active)
      this.#flip({ active: next, folded: revision, count: entries.length, logFrom, reached: this.#head })
      this.#log = rest.map(({ last, from: at }) => ({ last, from: at - from + logFrom }))
      this.#end = logFrom + bytes.length
      this.#foldFrom = this.options.foldFrom ?? FOLD_FROM_BYTES
      this.#emptied(before)
    } catch (error) {
      if (!this.#lost) file.truncate(0)
      throw error
    }
  }

  /** Frees the space of the inactive file. If this fails, it only takes space until the next opening. */
  #emptied(file: SyncFile): void {
    try {
      file.truncate(0)
    } catch (error) {
      this.options.warn(`space was not freed: ${String(error)}`)
    }
  }

  /** The state at which history begins; undefined if history has moved on meanwhile. */
  #state(): { entries: readonly Entry[]; revision: number } | undefined {
    const store = this.store()
    try {
      const revision = store.compactedRevision
      return { entries: store.list('', { revision }).entries, revision }
    } catch (error) {
      if (error instanceof Compacted) return undefined
      throw error
    }
  }

  /** Replaces all content with this state as of `revision`. Call it before the first append. */
  async replace(entries: readonly Entry[], revision: number): Promise<void> {
    try {
      const next = this.#header.active === 0 ? 1 : 0
      const file = this.#data(next)
      const logFrom = await writeSnapshot(file, entries, { pause: () => Promise.resolve(), stopped: () => false })
      file.flush()
      const before = this.#data(this.#header.active)
      this.#flip({ active: next, folded: revision, count: entries.length, logFrom, reached: revision })
      this.#log = []
      this.#end = logFrom
      this.#head = revision
      this.#emptied(before)
    } catch (error) {
      throw fileError(this.options.files.what, error, 'write-failed')
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#folding
    try {
      this.#data(this.#header.active).flush()
      if (!this.#lost && this.#header.reached < this.#head) this.#flip({ reached: this.#head })
    } finally {
      this.#release()
    }
  }

  #release(): void {
    for (const file of this.#opened.splice(0)) file.close()
  }

  onHealthChange(listener: (error: StoreError | undefined) => void): void {
    this.#listeners.push(listener)
  }
}
