import { at, isObject } from '../../machinery/json'
import type { RequestRow } from './requests'

/** An object as a trace shows it after it was stored. */
export type Written = Readonly<Record<string, unknown>>

/** What a request stored, if its trace was recorded. */
export function writtenBy({ trace }: RequestRow): Written | undefined {
  const step = trace?.steps.findLast(({ stage, after }) => stage === 'store' && after !== undefined)
  return isObject(step?.after) && !trace?.path.includes('dryRun=') ? step.after : undefined
}

const uidOf = (object: unknown): unknown => at(object, 'metadata', 'uid')
/** The object that an event is about; newer versions of events call it `regarding`. */
const aboutOf = (event: unknown): unknown => at(event, 'involvedObject', 'uid') ?? at(event, 'regarding', 'uid')
const isEvent = (object: Written): boolean => aboutOf(object) !== undefined && uidOf(object) !== undefined

/** The requests behind an event, as far as this tab recorded them. */
export interface EventRequests {
  /** Those that wrote the event itself, oldest first: later ones count it up. */
  readonly wrote: readonly RequestRow[]
  /** The last write of the object that the event is about, before the event was written. */
  readonly cause?: RequestRow
}

/** Finds the requests behind an event among the recorded ones, which are in the order of their arrival. */
export function requestsOfEvent(rows: readonly RequestRow[], event: unknown): EventRequests {
  const uid = uidOf(event)
  const about = aboutOf(event)
  const wrote = rows.filter((row) => uid !== undefined && uidOf(writtenBy(row)) === uid)
  const until = wrote[0]?.at ?? Infinity
  const cause = rows.findLast(
    (row) => about !== undefined && row.at <= until && !wrote.includes(row) && uidOf(writtenBy(row)) === about,
  )
  return { wrote, ...(cause && { cause }) }
}

/** An event with the request that wrote it. */
export interface RecordedEvent {
  readonly event: Written
  readonly row: RequestRow
}

/** The events that a request led to: those about the object it wrote, until that object was written again. */
export function eventsAfter(rows: readonly RequestRow[], row: RequestRow): RecordedEvent[] {
  const uid = uidOf(writtenBy(row))
  if (uid === undefined) return []
  const next = rows.find((other) => other.at > row.at && uidOf(writtenBy(other)) === uid)?.at ?? Infinity
  return rows.flatMap((other) => {
    const event = other === row ? undefined : writtenBy(other)
    return event && isEvent(event) && aboutOf(event) === uid && other.at >= row.at && other.at <= next
      ? [{ event, row: other }]
      : []
  })
}
