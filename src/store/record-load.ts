import { attempt, checkRevisions, type Content, damageError } from './content'
import type { Loaded } from './medium'
import {
  ENTRIES,
  entryParts,
  FOLDED,
  foldedWrite,
  HEAD,
  headWrite,
  LOG,
  logParts,
  readMarkText,
  type Records,
  revisionIn,
} from './record-texts'
import { FIRST_REVISION, type LoggedBatch, readEntry, readLog } from './records'

/** Content of the records. */
export interface OpenedRecords {
  readonly loaded: Loaded
  /** Log batches, oldest first. */
  readonly unfolded: LoggedBatch[]
  /** Number of keys present. */
  readonly count: number
  /** The newest revision. */
  readonly head: number
}

/**
 * Reads and checks everything: checksums, that revisions have no gap up to the newest one, and that no entry is missing. An empty set of
 * records becomes a new store. Rejects with `unreadable` if anything is wrong.
 */
export async function loadRecords(records: Records): Promise<OpenedRecords> {
  const content = await read(records)
  const { entries, batches, damaged } = content
  const texts = await Promise.all([records.get(HEAD), records.get(FOLDED)])
  if (texts.every((text) => text === undefined) && entries.size + batches.length + damaged.length === 0) {
    await records.write([headWrite(FIRST_REVISION, FIRST_REVISION, 0), foldedWrite(FIRST_REVISION)])
    return loadRecords(records)
  }
  const head = attempt(damaged, () => readMarkText('head', texts[0]))
  const folded = attempt(damaged, () => readMarkText('folded', texts[1]))
  checkRevisions(content, head, folded)
  const count = replayedCount(content)
  if (head && count !== head.count) damaged.push(`there are ${count} entries, not ${head.count}`)
  if (damaged.length > 0 || !head || !folded) throw damageError(records.what, damaged)
  return {
    loaded: {
      entries: [...entries.values()],
      revision: folded.revision,
      compactedRevision: head.compacted,
      batches,
    },
    unfolded: batches.map(({ last, changes }) => ({ last, changes })),
    count,
    head: head.revision,
  }
}

async function read(records: Records): Promise<Content> {
  const content: Content = { entries: new Map(), batches: [], damaged: [] }
  const { entries, batches, damaged } = content
  for await (const [name, text] of records.list(ENTRIES)) {
    const key = name.slice(ENTRIES.length)
    attempt(damaged, () => entries.set(key, readEntry(key, entryParts(text))))
  }
  for await (const [name, text] of records.list(LOG))
    attempt(damaged, () => batches.push(readLog(revisionIn(name), logParts(text))))
  return content
}

/** Number of keys after replaying the log; records replaced keys that are missing as damage. */
function replayedCount({ entries, batches, damaged }: Content): number {
  const keys = new Set(entries.keys())
  for (const { changes } of batches)
    for (const { key, revision, created = revision, ...change } of changes) {
      const replaces = !('value' in change) || created < revision
      if (replaces && !keys.has(key)) damaged.push(`the entry "${key}" is missing`)
      if ('value' in change) keys.add(key)
      else keys.delete(key)
    }
  return keys.size
}
