import type { Durability } from '../medium'
import { type Entry, StoreError } from '../store'
import type { LoadedFiles, PlacedBatch } from './file-load'
import { type Header, writeHeader } from './header'
import { type SnapshotPauses, writeSnapshot } from './snapshot'
import { type SyncFile, writeAll } from './sync-files'
import { TailWriter } from './tail-writer'

/** How the data files are written, and where their problems are reported. */
export interface DataFilesOptions {
  /** What the files are, in messages. */
  readonly what: string
  readonly durability: Durability
  readonly warn: (message: string) => void
  /** Called when the header could not be written: it is unknown which file is active, so nothing may be written any more. */
  readonly lost: (error: StoreError) => void
}

interface State {
  readonly entries: readonly Entry[]
  readonly revision: number
}

/**
 * Two data files that alternate, and the header that names the active one: it holds a snapshot of a state, and the log of the changes
 * since.
 */
export class DataFiles {
  #header: Header
  /** Where the log's batches are. */
  #log: PlacedBatch[]
  /** Where the next batch is written. */
  #end: number
  /** The newest revision. */
  #head: number
  #lost: StoreError | undefined
  readonly #tail: TailWriter

  constructor(
    private readonly headerFile: SyncFile,
    private readonly data: readonly [SyncFile, SyncFile],
    { header, log, end, head }: LoadedFiles,
    private readonly options: DataFilesOptions,
  ) {
    this.#header = header
    this.#log = log
    this.#end = end
    this.#head = head
    this.#tail = new TailWriter(options.durability)
  }

  get head(): number {
    return this.#head
  }

  /** Why nothing can be written any more. */
  get lost(): StoreError | undefined {
    return this.#lost
  }

  /** Size of the snapshot in the active file, in bytes. */
  get snapshotBytes(): number {
    return this.#header.logFrom
  }

  get #active(): SyncFile {
    return this.data[this.#header.active]
  }
  get #other(): 0 | 1 {
    return this.#header.active === 0 ? 1 : 0
  }

  /** Cuts off what an unfinished write has left behind: `torn` bytes after the log, and a new snapshot in the other file. */
  clean(torn: number): void {
    if (torn > 0) {
      this.#active.truncate(this.#end)
      this.options.warn(
        `the last write before revision ${this.#head + 1} was not finished when the tab ended: ${torn} bytes were cut off. Nobody was told that it succeeded`,
      )
    }
    this.data[this.#other].truncate(0)
    if (this.#header.generation === 0 || this.#header.reached < this.#head) this.#writeHeader({ reached: this.#head })
  }

  /** Writes a batch behind the log. It belongs to the log once `confirm` was called, and is overwritten by the next one until then. */
  write(bytes: Uint8Array): void {
    this.#tail.write(this.#active, bytes, this.#end)
  }

  /** The batch that was written has this length and ends at this revision. */
  confirm(length: number, last: number, hasChanges: boolean): void {
    if (hasChanges) this.#log.push({ last, from: this.#end })
    this.#end += length
    this.#head = last
  }

  /** Bytes of the log that a history from this revision on does not need. */
  outdatedBytes(compactedRevision: number): number {
    const needed = this.#log.find(({ last }) => last > compactedRevision)
    return (needed?.from ?? this.#end) - this.#header.logFrom
  }

  /** Writes a snapshot of a state and the log after it to the other file, which becomes the active one. */
  async fold(state: State, pauses: SnapshotPauses): Promise<void> {
    const file = this.data[this.#other]
    try {
      const logFrom = await writeSnapshot(file, state.entries, pauses)
      const rest = this.#log.filter(({ last }) => last > state.revision)
      const from = rest[0]?.from ?? this.#end
      const bytes = new Uint8Array(this.#end - from)
      this.#active.read(bytes, { at: from })
      writeAll(file, bytes, logFrom)
      this.#activateOther(state, logFrom, this.#head)
      this.#log = rest.map(({ last, from: at }) => ({ last, from: at - from + logFrom }))
      this.#end = logFrom + bytes.length
    } catch (error) {
      if (!this.#lost) file.truncate(0)
      throw error
    }
  }

  /** Writes a state to the other file, which becomes the active one, without any log. */
  async replace(state: State): Promise<void> {
    const file = this.data[this.#other]
    const logFrom = await writeSnapshot(file, state.entries, { pause: () => Promise.resolve(), stopped: () => false })
    this.#activateOther(state, logFrom, state.revision)
    this.#log = []
    this.#end = logFrom
    this.#head = state.revision
  }

  #activateOther({ entries, revision }: State, logFrom: number, reached: number): void {
    const before = this.#active
    this.data[this.#other].flush()
    this.#writeHeader({ active: this.#other, folded: revision, count: entries.length, logFrom, reached })
    try {
      before.truncate(0)
    } catch (error) {
      // It only takes space until the next opening.
      this.options.warn(`space was not freed: ${String(error)}`)
    }
  }

  #writeHeader(changes: Partial<Header>): void {
    const next = { ...this.#header, generation: this.#header.generation + 1, ...changes }
    try {
      writeHeader(this.headerFile, next)
    } catch (error) {
      this.#lost = new StoreError(
        'closed',
        `the header of ${this.options.what} could not be written; reload the page: ${String(error)}`,
        { cause: error },
      )
      this.options.lost(this.#lost)
      throw this.#lost
    }
    this.#header = next
  }

  /** Makes everything durable. */
  finish(): void {
    this.#active.flush()
    if (!this.#lost && this.#header.reached < this.#head) this.#writeHeader({ reached: this.#head })
  }
}
