import type { Batch, Durability, Loaded, Medium } from '../medium'
import { loggedChange } from '../records'
import { Compacted, type Entry, type Store, StoreError } from '../store'
import { writeJson } from '../../machinery/json-text'
import { DataFiles } from './data-files'
import { fileError } from './file-error'
import { DATA, HEADER, loadFiles } from './file-load'
import { encodeFrame } from './frames'
import { RESERVE, SpaceReserve } from './space-reserve'
import type { FileSet, SyncFile } from './sync-files'

/** What a medium on files needs. */
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
/**
 * A log in a file. When much of it is no longer needed, a new snapshot and the rest of the log are written to another file, which takes its
 * place.
 */
export class FileMedium implements Medium {
  readonly durable = true
  readonly #opened: SyncFile[] = []
  #data!: DataFiles
  readonly #reserve = new SpaceReserve(() => this.#opened[1] as SyncFile)
  #folding: Promise<void> | undefined
  /** Raised to twice the size after a failed fold, before the next try. */
  #foldFrom: number
  #closed = false
  readonly #listeners: ((error: StoreError | undefined) => void)[] = []

  constructor(
    private readonly options: FileMediumOptions,
    private readonly store: () => Store,
  ) {
    this.#foldFrom = options.foldFrom ?? FOLD_FROM_BYTES
  }

  /** Opens the files, cuts off a torn tail, and resolves to their content. Rejects with a `StoreError`. */
  async open(): Promise<Loaded> {
    const { files, durability, warn } = this.options
    try {
      for (const name of [HEADER, RESERVE, ...DATA]) this.#opened.push(await files.open(name))
      const [header, , ...data] = this.#opened as [SyncFile, SyncFile, SyncFile, SyncFile]
      const read = loadFiles(files.what, header, data)
      const lost = (error: StoreError): void => this.#listeners.forEach((listener) => listener(error))
      this.#data = new DataFiles(header, data, read, { what: files.what, durability, warn, lost })
      this.#data.clean(read.torn)
      this.#reserve.fill()
      return read.loaded
    } catch (error) {
      this.#release()
      throw fileError(files.what, error, 'unreadable')
    }
  }

  append({ events, at, compactedRevision }: Batch): Promise<StoreError | undefined> | undefined {
    if (this.#data.lost) throw this.#data.lost
    const last = events.at(-1)?.entry.revision ?? this.#data.head
    const text = writeJson(events.map(loggedChange))
    const bytes = encodeFrame({ kind: 'batch', revision: last, since: compactedRevision, at, text })
    let left: StoreError | undefined
    try {
      this.#data.write(bytes)
      this.#reserve.fill()
    } catch (error) {
      const failure = fileError(this.options.files.what, error, 'write-failed')
      const deletions = events.length > 0 && events.every(({ type }) => type === 'delete')
      if (failure.code !== 'quota-exceeded' || !deletions || !this.#reserve.filled) throw failure
      left = this.#writeIntoReserve(bytes, failure)
    }
    this.#data.confirm(bytes.length, last, events.length > 0)
    this.#fold(compactedRevision)
    return left && Promise.resolve(left)
  }

  #writeIntoReserve(bytes: Uint8Array, failure: StoreError): StoreError {
    try {
      this.#reserve.release()
      this.#data.write(bytes)
      return failure
    } catch (error) {
      throw fileError(this.options.files.what, error, 'write-failed')
    }
  }

  #fold(compactedRevision: number): void {
    if (this.#folding || this.#closed || this.#data.lost) return
    const outdated = this.#data.outdatedBytes(compactedRevision)
    // Fold only when the log is as large as the snapshot, so that each byte is rewritten only a few times.
    if (outdated < Math.max(this.#foldFrom, this.#data.snapshotBytes)) return
    this.#folding = this.#folded()
      .catch((error: unknown) => {
        this.#foldFrom = 2 * outdated
        if (!this.#closed) this.options.warn(`the log was not shortened: ${String(error)}`)
      })
      .finally(() => (this.#folding = undefined))
  }

  async #folded(): Promise<void> {
    // Let the batch being appended become visible first.
    await Promise.resolve()
    const state = this.#state()
    if (!state) return
    const pause = this.options.pause ?? (() => Promise.resolve())
    await this.#data.fold(state, { pause, stopped: () => this.#closed })
    this.#foldFrom = this.options.foldFrom ?? FOLD_FROM_BYTES
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
      await this.#data.replace({ entries, revision })
    } catch (error) {
      throw fileError(this.options.files.what, error, 'write-failed')
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#folding
    try {
      this.#data.finish()
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
