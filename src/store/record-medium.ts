import type { Clock } from '../machinery/clock'
import { createEngine } from './engine'
import { foldable } from './folding'
import type { Batch, Medium } from './medium'
import { loadRecords, type OpenedRecords } from './record-load'
import { entryWrites, HEAD, headWrite, logWrites, readMarkText, type Records, type RecordWrite } from './record-texts'
import { type LoggedBatch, loggedChange } from './records'
import { type Store, StoreError, type StoreEvent } from './store'

/**
 * Opens a store kept in records, with the history that is within the window. Rejects with a `StoreError`: `unreadable` if the records are
 * damaged. Closing the store closes the records.
 */
export async function openRecordStore(records: Records, clock: Clock): Promise<Store> {
  const opened = await loadRecords(records)
  return createEngine(new RecordMedium(records, opened), opened.loaded, clock)
}

/** A log and a folded state as texts under keys, on anything that can write several of them atomically. */
class RecordMedium implements Medium {
  readonly durable = true
  readonly #unfolded: LoggedBatch[]
  /** Number of keys present. */
  #count: number
  /** The newest revision answered as committed. */
  #head: number
  /** Last revision of a failed write whose outcome is still unknown. */
  #unsure: number | undefined
  #folding: Promise<void> | undefined
  readonly #listeners: ((error: StoreError | undefined) => void)[] = []

  constructor(
    private readonly records: Records,
    { unfolded, count, head }: OpenedRecords,
  ) {
    this.#unfolded = unfolded
    this.#count = count
    this.#head = head
  }

  async append({ events, at, compactedRevision }: Batch): Promise<undefined> {
    if (this.#unsure !== undefined) await this.#takeBack(this.#unsure, compactedRevision)
    const changes = events.map(loggedChange)
    const last = changes.at(-1)?.revision ?? this.#head
    const count = this.#count + events.reduce((sum, event) => sum + difference(event), 0)
    // Without changes only history is trimmed: the newest record stays as it is.
    const log = changes.length > 0 ? logWrites(last, at, changes) : []
    await this.#write(last, [headWrite(last, compactedRevision, count), ...log])
    this.#head = last
    this.#count = count
    if (changes.length > 0) this.#unfolded.push({ last, changes })
    this.#fold(compactedRevision)
    return undefined
  }

  /** Writes a batch. After a failure it reads back: if the batch was stored after all, the write succeeded. */
  async #write(last: number, writes: readonly RecordWrite[]): Promise<void> {
    try {
      await this.records.write(writes)
    } catch (error) {
      this.#unsure = last
      const found = await this.#reopened().catch(() => undefined)
      if (found === undefined) throw error
      this.#unsure = undefined
      if (found !== last || last === this.#head) throw error
    }
  }

  /** Removes a write that was answered as failed. Rejects while the medium does not answer. */
  async #takeBack(unsure: number, compactedRevision: number): Promise<void> {
    const found = await this.#reopened()
    if (found !== this.#head && found !== unsure)
      throw new StoreError('unreadable', `${this.records.what} ends at revision ${found}, not at ${this.#head}`)
    if (found !== this.#head)
      await this.records.write([headWrite(this.#head, compactedRevision, this.#count), ...logWrites(found, 0, [])])
    this.#unsure = undefined
  }

  /** Reopens the records; resolves to their newest revision. */
  async #reopened(): Promise<number> {
    await this.#folding
    await this.records.reopen()
    return readMarkText('head', await this.records.get(HEAD)).revision
  }

  #fold(compactedRevision: number): void {
    if (this.#folding) return
    const ready = foldable(this.#unfolded, compactedRevision)
    if (ready === 0) return
    this.#folding = this.records.write(entryWrites(this.#unfolded.slice(0, ready))).then(
      () => {
        this.#unfolded.splice(0, ready)
        this.#folding = undefined
      },
      (error: unknown) => {
        // Folding is idempotent, so start it again.
        this.#folding = undefined
        this.#unsure ??= this.#head
        for (const listener of this.#listeners) listener(error as StoreError)
      },
    )
  }

  async close(): Promise<void> {
    await this.#folding
    await this.records.close(this.#head)
  }

  onHealthChange(listener: (error: StoreError | undefined) => void): void {
    this.#listeners.push(listener)
  }
}

const difference = (event: StoreEvent): number => (event.type === 'delete' ? -1 : event.previous ? 0 : 1)
