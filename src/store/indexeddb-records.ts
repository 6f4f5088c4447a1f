import { writeJson } from '../machinery/json-text'
import { checksum } from './checksum'
import {
  checkedChanges,
  Damage,
  isRevision,
  type LoggedBatch,
  type LogRecord,
  type MarkRecord,
  readLog,
  recordedText,
  type Unknown,
} from './records'

/** What the log has for a fence (see indexeddb-fence.ts). */
export const FENCE = true

/** A batch in a database's log, under its number. It says how far the database is with it, as a mark does. */
export interface NumberedRecord extends LogRecord {
  readonly last: number
  readonly compacted: number
  readonly count: number
}

/** A batch and its number in the log. */
export interface NumberedBatch extends LoggedBatch {
  readonly number: number
}

/** How far a database is: its newest revision, the start of its history, and its number of keys. */
export type Reached = Omit<MarkRecord, 'sum'>

/** A batch as it is added to the log. `at` is its time in milliseconds. */
export function numberedRecord({ number, last, changes }: NumberedBatch, at: number, reached: Reached): NumberedRecord {
  const { compacted, count } = reached
  const text = writeJson(changes)
  const numbers = { last, at, compacted, count }
  return { ...numbers, text, length: text.length, sum: sumOf(number, numbers, text) }
}

const sumOf = (
  number: number,
  { last, at, compacted, count }: Pick<NumberedRecord, 'last' | 'at' | 'compacted' | 'count'>,
  text: string,
): number => checksum(text, checksum(`${number} ${last} ${at} ${compacted} ${count}`))

/** A batch that was read, with its time; `reached` is absent in records of the form before, which were kept under their revision. */
export type ReadBatch = NumberedBatch & { readonly at: number; readonly reached?: Reached }

/** Reads and checks a record of the log; undefined for a fence. Throws `Damage`. */
export function readNumbered(key: unknown, record: typeof FENCE | Unknown<NumberedRecord>): ReadBatch | undefined {
  if (record === FENCE && isRevision(key)) return undefined
  const found: Unknown<NumberedRecord> = record === FENCE ? undefined : record
  if (typeof found !== 'object' || found?.last === undefined) return { ...readLog(key, found), number: key as number }
  const what = `the log’s record ${String(key)}`
  const { last, at, compacted, count } = found
  if (!isRevision(key) || !isRevision(last) || !isRevision(compacted)) throw new Damage(`${what} has no revisions`)
  if (typeof at !== 'number' || typeof count !== 'number') throw new Damage(`${what} has no time or number of keys`)
  const text = recordedText(found, what)
  if (sumOf(key, { last, at, compacted, count }, text) !== found.sum) throw new Damage(`${what} has a wrong checksum`)
  const changes = checkedChanges(text, last, what)
  return { number: key, last, at, changes, reached: { revision: last, compacted, count } }
}

/** How far a database is, as its marks and its newest batch tell. */
export function reachedOf(noted: MarkRecord, folded: MarkRecord, batch: ReadBatch | undefined): Reached {
  const newest = batch?.reached
  const reached = newest && newest.revision >= noted.revision ? newest : noted
  // Both may be older than the last time that history was shortened.
  const trimmed = noted.revision === reached.revision ? noted.compacted : 0
  return { ...reached, compacted: Math.max(reached.compacted, trimmed, folded.revision) }
}
