import type { Clock } from '../machinery/clock'
import { createEngine } from './engine'
import { foldable } from './folding'
import type { Batch, Medium } from './medium'
import { loadRecords, type OpenedRecords } from './record-load'
import { entryWrites, HEAD, headWrite, logWrites, readMarkText, type Records, type RecordWrite } from './record-texts'
import type { LoggedBatch, LoggedChange } from './records'
import { type Store, StoreError, type StoreEvent } from './store'

/**
 * Opens the store that records keep, with the history that is still within the window. Rejects with a `StoreError`:
 * `unreadable` when what is there is damaged. Closing the store closes the records.
 */
export async function openRecordStore(records: Records, clock: Clock): Promise<Store> {
  const opened = await loadRecords(records)
  return createEngine(new RecordMedium(records, opened), opened.loaded, clock)
}

/** A log and a folded state as texts under keys, on anything that writes several of them or none. */
class RecordMedium implements Medium {
  readonly durable = true
  readonly #unfolded: LoggedBatch[]
  /** How many keys are present. */
  #count: number
  /** The newest revision that was answered. */
  #head: number
  /** The last revision of a write that failed, of which nobody could ask since whether it was kept. */
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
    const changes = events.map(changeOf)
    const last = changes.at(-1)?.revision ?? this.#head
    const count = this.#count + events.reduce((sum, event) => sum + difference(event), 0)
    // Without changes it is history that is forgotten: the newest record stays as it is.
    const log = changes.length > 0 ? logWrites(last, at, changes) : []
    await this.#write(last, [headWrite(last, compactedRevision, count), ...log])
    this.#head = last
    this.#count = count
    if (changes.length > 0) this.#unfolded.push({ last, changes })
    this.#fold(compactedRevision)
    return undefined
  }

  /** Writes a batch. After a failure what is there is asked: a batch that was kept all the same is a batch that was kept. */
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

  /** What was answered as failed must not be there. Rejects while the medium does not answer. */
  async #takeBack(unsure: number, compactedRevision: number): Promise<void> {
    const found = await this.#reopened()
    if (found !== this.#head && found !== unsure)
      throw new StoreError('unreadable', `${this.records.what} ends at revision ${found}, not at ${this.#head}`)
    if (found !== this.#head)
      await this.records.write([headWrite(this.#head, compactedRevision, this.#count), ...logWrites(found, 0, [])])
    this.#unsure = undefined
  }

  /** Opens the records again; resolves with the newest revision in them. */
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
        // Folding again what was folded changes nothing.
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

const changeOf = ({ type, entry: { revision, key, value, created } }: StoreEvent): LoggedChange =>
  type === 'put' ? { revision, key, value, created } : { revision, key }

const difference = (event: StoreEvent): number => (event.type === 'delete' ? -1 : event.previous ? 0 : 1)
