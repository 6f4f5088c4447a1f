import { Damage, type LoggedBatch, type MarkRecord } from './records'
import type { Entry } from './store'
import { StoreError } from './store'

/** The readable content of a durable medium, and a list of what is damaged. */
export interface Content {
  readonly entries: Map<string, Entry>
  readonly batches: (LoggedBatch & { readonly at: number })[]
  readonly damaged: string[]
}

/** Runs `work` and records damage instead of throwing it. */
export function attempt<T>(damaged: string[], work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    damaged.push(error.message)
    return undefined
  }
}

/** Records gaps in the revisions between the folded state and the newest one. */
export function checkRevisions(
  { entries, batches, damaged }: Content,
  head: Pick<MarkRecord, 'revision' | 'compacted'> | undefined,
  folded: Pick<MarkRecord, 'revision'> | undefined,
): void {
  if (!head || !folded || damaged.length > 0) return
  let newest = folded.revision
  for (const { last, changes } of batches) {
    if (last - changes.length !== newest) damaged.push(`the log’s record after revision ${newest} is missing`)
    newest = last
  }
  if (newest !== head.revision) damaged.push(`the log ends at revision ${newest}, not at ${head.revision}`)
  if (head.compacted < folded.revision || head.compacted > head.revision)
    damaged.push('history begins where there is none')
  for (const { key, revision, created } of entries.values())
    if (revision > folded.revision || created > revision) damaged.push(`the entry "${key}" is newer than the store`)
}

/** The error for a damaged `medium`, such as "the database". */
export function damageError(medium: string, damaged: readonly string[]): StoreError {
  const more = damaged.length > 1 ? ` and ${damaged.length - 1} more` : ''
  return new StoreError('unreadable', `${medium} can’t be read, it is damaged: ${damaged[0]}${more}`)
}
