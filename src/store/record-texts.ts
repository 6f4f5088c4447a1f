import { newestChanges } from './folding'
import {
  type EntryRecord,
  entryRecord,
  type LoggedBatch,
  type LoggedChange,
  type LogRecord,
  logRecord,
  type MarkRecord,
  markRecord,
  readMark,
} from './records'

/*
 * The store's records as texts under keys: `entry KEY`, `log REVISION`, `meta head`, `meta folded`. A text consists of numbers, the
 * checksum first, and JSON.
 */

/** A text to store under a key; without `text`, the key is deleted. */
export interface RecordWrite {
  readonly key: string
  readonly text?: string
}

/** Texts under keys, on a medium that outlives the process. All rejections are `StoreError`s. */
export interface Records {
  /** Name for people, such as `the folder /var/lib/orchard`. */
  readonly what: string
  get(key: string): Promise<string | undefined>
  /** All records whose key starts with `prefix`, in key order. */
  list(prefix: string): AsyncIterable<readonly [key: string, text: string]>
  /** Writes all or nothing, durably. */
  write(writes: readonly RecordWrite[]): Promise<void>
  /** Reopens the records after a failed write. */
  reopen(): Promise<void>
  /** `head` is the newest revision answered as committed. */
  close(head: number): Promise<void>
}

/** Key of the record with the newest revision. */
export const HEAD = 'meta head'
/** Key of the record that says up to which revision the log was folded into entries. */
export const FOLDED = 'meta folded'
/** Prefix of the records with the current value of a key. */
export const ENTRIES = 'entry '
/** Prefix of the records with a group of changes that is not folded yet. */
export const LOG = 'log '

// Padded, so that keys sort by revision for every safe integer.
const DIGITS = 16
const logKey = (last: number): string => LOG + String(last).padStart(DIGITS, '0')

/** The newest revision, the start of history, and the number of keys. */
export const headWrite = (revision: number, compacted: number, count: number): RecordWrite => ({
  key: HEAD,
  text: textOfMark(markRecord(revision, compacted, count)),
})

/** The revision up to which the log is folded. */
export const foldedWrite = (revision: number): RecordWrite => ({ key: FOLDED, text: textOfMark(markRecord(revision)) })

/** The log record of the changes; without changes, a deletion of that record. */
export function logWrites(last: number, at: number, changes: readonly LoggedChange[]): RecordWrite[] {
  if (changes.length === 0) return [{ key: logKey(last) }]
  const { sum, text } = logRecord(last, at, changes)
  return [{ key: logKey(last), text: `${sum} ${at} ${text}` }]
}

/** Folds a non-empty part of the log into the state. */
export function entryWrites(part: readonly LoggedBatch[]): RecordWrite[] {
  const writes: RecordWrite[] = []
  for (const { key, revision, created = revision, ...change } of newestChanges(part)) {
    if ('value' in change) {
      const { sum, text } = entryRecord({ key, value: change.value, revision, created })
      writes.push({ key: ENTRIES + key, text: `${sum} ${revision} ${created} ${text}` })
    } else writes.push({ key: ENTRIES + key })
  }
  for (const { last } of part) writes.push({ key: logKey(last) })
  writes.push(foldedWrite(part.at(-1)?.last ?? 0))
  return writes
}

const textOfMark = ({ sum, revision, compacted, count }: MarkRecord): string =>
  `${sum} ${revision} ${compacted} ${count}`

/** Reads and checks a record of revisions; throws `Damage`. */
export function readMarkText(name: string, text: string | undefined): MarkRecord {
  const [sum, revision, compacted, count] = numbersOf(text ?? '', 4).numbers
  return readMark(name, { sum, revision, compacted, count })
}

/** Splits an entry's text, without checking it. */
export function entryParts(record: string): EntryRecord {
  const { numbers, text } = numbersOf(record, 3)
  const [sum = NaN, revision = NaN, created = NaN] = numbers
  return { sum, revision, created, text, length: text.length }
}

/** Splits a log record's text, without checking it. */
export function logParts(record: string): LogRecord {
  const { numbers, text } = numbersOf(record, 2)
  const [sum = NaN, at = NaN] = numbers
  return { sum, at, text, length: text.length }
}

/** Revision in the key of a log record. */
export const revisionIn = (key: string): number => Number(key.slice(LOG.length))

/** Splits off `count` leading numbers from the rest of the text. */
function numbersOf(record: string, count: number): { numbers: number[]; text: string } {
  const numbers: number[] = []
  let from = 0
  while (numbers.length < count) {
    const space = record.indexOf(' ', from)
    const end = space < 0 ? record.length : space
    numbers.push(from < end ? Number(record.slice(from, end)) : NaN)
    from = end + 1
  }
  return { numbers, text: record.slice(from) }
}
