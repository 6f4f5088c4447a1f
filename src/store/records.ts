import { parseJson, writeJson } from '../machinery/json-text'
import { checksum } from './checksum'
import type { Change } from './medium'
import { type Entry, StoreError, type StoreEvent } from './store'

/*
 * The records of a durable medium, each with length and checksum. The checksum also covers the record's key and numbers, so a record under
 * another's key is detected.
 */

/** Revision of a store that was never written to. */
export const FIRST_REVISION = 1

/** One transaction, under its last revision; `text` is the JSON of its changes. */
export interface LogRecord {
  readonly at: number
  readonly text: string
  readonly length: number
  readonly sum: number
}
/** A present value at the folded revision, under its key. */
export interface EntryRecord {
  readonly revision: number
  readonly created: number
  readonly text: string
  readonly length: number
  readonly sum: number
}
/** `head`: the newest revision, the start of history, and the number of keys. `folded`: a revision only. */
export interface MarkRecord {
  readonly revision: number
  readonly compacted: number
  readonly count: number
  readonly sum: number
}

/** A change as written; for a value, with the revision that created its key. */
export interface LoggedChange extends Change {
  readonly created?: number
}

/** An event of the store as it is written to the log. */
export const loggedChange = ({ type, entry: { revision, key, value, created } }: StoreEvent): LoggedChange =>
  type === 'put' ? { revision, key, value, created } : { revision, key }
/** Changes that were committed together; `last` is the revision of the last one. */
export interface LoggedBatch {
  readonly last: number
  readonly changes: readonly LoggedChange[]
}

/** A batch as it is written to the log: its text and checksum. `at` is the time in milliseconds. */
export function logRecord(last: number, at: number, changes: readonly LoggedChange[]): LogRecord {
  const text = writeJson(changes)
  return { at, text, length: text.length, sum: logSum(last, at, text) }
}

/** An entry as it is written to a snapshot: its text and checksum. */
export function entryRecord({ key, value, revision, created }: Entry): EntryRecord {
  const text = writeJson(value)
  return { revision, created, text, length: text.length, sum: entrySum(key, revision, created, text) }
}

/** A mark of how far the medium is, with its checksum. */
export const markRecord = (revision: number, compacted = revision, count = 0): MarkRecord => ({
  revision,
  compacted,
  count,
  sum: checksum(`${revision} ${compacted} ${count}`),
})

/** Checksum of a batch in the log. */
export const logSum = (last: number, at: number, text: string): number => checksum(text, checksum(`${last} ${at}`))
/** Checksum of an entry. */
export const entrySum = (key: string, revision: number, created: number, text: string): number =>
  checksum(text, checksum(`${revision} ${created} ${key}`))

/** A damaged record; the message names it. */
export class Damage extends StoreError {
  constructor(what: string) {
    super('unreadable', what)
  }
}

/** Whether a value is a valid revision. */
export const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
/** A record as it is found: nothing is known about its fields. */
export type Unknown<T> = { readonly [K in keyof T]?: unknown } | null | undefined

/** The text, if it has the recorded length; throws `Damage`. */
export function recordedText({ text, length }: { text?: unknown; length?: unknown }, what: string): string {
  if (typeof text !== 'string') throw new Damage(`${what} has no text`)
  if (text.length !== length) throw new Damage(`${what} has a wrong length`)
  return text
}

function parsed(text: string, what: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new Damage(`${what} is no JSON`)
  }
}

/** Reads and checks the changes of a log record; throws `Damage`. */
export function readLog(last: unknown, record: Unknown<LogRecord>): LoggedBatch & { readonly at: number } {
  const what = `the log’s record ${String(last)}`
  if (!isRevision(last) || typeof record?.at !== 'number') throw new Damage(`${what} has no revision or time`)
  const { at } = record
  const text = recordedText(record, what)
  if (logSum(last, at, text) !== record.sum) throw new Damage(`${what} has a wrong checksum`)
  return { last, at, changes: checkedChanges(text, last, what) }
}

/** The changes in a batch's text, the last of which has the revision `last`; throws `Damage`. */
export function checkedChanges(text: string, last: number, what: string): readonly LoggedChange[] {
  const changes = parsed(text, what)
  if (!Array.isArray(changes) || changes.length === 0) throw new Damage(`${what} holds no changes`)
  const first = last - changes.length + 1
  changes.forEach((change: Unknown<LoggedChange>, i) => {
    if (typeof change?.key !== 'string' || change.revision !== first + i)
      throw new Damage(`${what} holds changes that do not follow each other`)
  })
  return changes as LoggedChange[]
}

/** Reads and checks an entry of the folded state; throws `Damage`. */
export function readEntry(key: unknown, record: Unknown<EntryRecord>): Entry {
  const what = `the entry ${writeJson(key)}`
  if (typeof key !== 'string' || !isRevision(record?.revision) || !isRevision(record.created))
    throw new Damage(`${what} has no key or revision`)
  const { revision, created } = record
  const text = recordedText(record, what)
  if (entrySum(key, revision, created, text) !== record.sum) throw new Damage(`${what} has a wrong checksum`)
  return { key, value: parsed(text, what), revision, created }
}

/** Reads and checks a record of revisions; throws `Damage`. */
export function readMark(name: string, record: Unknown<MarkRecord>): MarkRecord {
  if (!isRevision(record?.revision) || !isRevision(record.compacted) || typeof record.count !== 'number')
    throw new Damage(`the record “${name}” is missing`)
  if (record.sum !== markRecord(record.revision, record.compacted, record.count).sum)
    throw new Damage(`the record “${name}” has a wrong checksum`)
  return record as MarkRecord
}
