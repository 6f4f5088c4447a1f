import { attempt, type Content, damageError } from '../content'
import type { Loaded } from '../medium'
import { Damage, FIRST_REVISION, isRevision, type LoggedBatch, type LoggedChange } from '../records'
import type { Entry } from '../store'
import { exportText, type StoredEntry } from '../transfer'
import { parseJson } from '../../machinery/json-text'
import { decodeFrame, type Frame, nextFrame } from './frames'
import { type Header, readHeader } from './header'
import { type FileSet, readWhole, type SyncFile } from './sync-files'

/** The file that names the current data file. */
export const HEADER = 'header'
/** The two data files, which alternate. */
export const DATA = ['data-0', 'data-1'] as const

/** A batch of the log and the offset of its frame. */
export interface PlacedBatch {
  readonly last: number
  readonly from: number
}

/** Content of the files. */
export interface LoadedFiles {
  readonly loaded: Loaded
  readonly header: Header
  readonly log: PlacedBatch[]
  /** Offset for the next batch. */
  readonly end: number
  /** The newest revision. */
  readonly head: number
  /** Bytes after `end` that are not a complete batch: the writer died before it answered. */
  readonly torn: number
}

const NEW: Header = { generation: 0, active: 0, folded: FIRST_REVISION, count: 0, logFrom: 0, reached: FIRST_REVISION }

/** Reads and checks everything. Throws a `StoreError` with code `unreadable` if anything but the tail is changed or missing. */
export function loadFiles(what: string, headerFile: SyncFile, data: readonly [SyncFile, SyncFile]): LoadedFiles {
  const header = readHeader(readWhole(headerFile)) ?? NEW
  const fresh = header === NEW
  if (fresh && data.some((file) => file.getSize() > 0)) throw damageError(what, ['the header is missing'])
  const bytes = readWhole(data[header.active])
  const content = readData(bytes, header)
  const { entries, batches, damaged, log, end, since, head } = content
  if (damaged.length > 0) throw damageError(what, damaged)
  return {
    loaded: { entries: [...entries.values()], revision: header.folded, compactedRevision: since, batches },
    header,
    log,
    end,
    head,
    torn: bytes.length - end,
  }
}

interface DataContent extends Content {
  readonly log: PlacedBatch[]
  readonly end: number
  readonly since: number
  readonly head: number
}

function readData(bytes: Uint8Array, header: Header): DataContent {
  const content: Content = { entries: new Map(), batches: [], damaged: [] }
  const { entries, batches, damaged } = content
  const log: PlacedBatch[] = []
  let from = 0
  let since = header.folded
  let head = header.folded
  let read = decodeFrame(bytes, from)
  for (; read && from < header.logFrom; from = read.end, read = decodeFrame(bytes, from)) {
    const { frame } = read
    attempt(damaged, () => addEntry(entries, entryOf(frame)))
  }
  if (from !== header.logFrom || entries.size !== header.count)
    damaged.push(`the state of revision ${header.folded} is not whole`)
  for (; read && damaged.length === 0; from = read.end, read = decodeFrame(bytes, from)) {
    const { frame } = read
    const batch = attempt(damaged, () => batchOf(frame, head, log.length === 0))
    if (!batch) break
    if (batch.changes.length > 0) {
      batches.push(batch)
      log.push({ last: batch.last, from })
    }
    head = batch.last
    since = Math.max(since, frame.since)
  }
  if (damaged.length === 0 && nextFrame(bytes, from) !== undefined)
    damaged.push(`the log’s record after revision ${head} is changed`)
  if (damaged.length === 0 && head < header.reached)
    damaged.push(`the log ends at revision ${head}, and held ${header.reached}`)
  if (damaged.length === 0 && since > head) damaged.push('history begins where there is none')
  return { ...content, log, end: from, since, head }
}

function addEntry(entries: Map<string, Entry>, entry: Entry): void {
  if (entries.has(entry.key)) throw new Damage(`the entry "${entry.key}" is there twice`)
  entries.set(entry.key, entry)
}

function entryOf({ kind, revision, since, text }: Frame): Entry {
  const content = kind === 'entry' ? parseJson(text) : undefined
  if (!Array.isArray(content) || typeof content[0] !== 'string' || !isRevision(revision) || !isRevision(since))
    throw new Damage('a record of the state is none')
  return { key: content[0], value: content[1] as unknown, revision, created: since }
}

/**
 * The batch in a frame, which must follow revision `after`. The `first` one may be partly in the snapshot already, since history can begin
 * in the middle of a group.
 */
function batchOf(
  { kind, revision: last, at, text }: Frame,
  after: number,
  first: boolean,
): LoggedBatch & { readonly at: number } {
  const changes = kind === 'batch' ? (parseJson(text) as LoggedChange[]) : []
  const known = after - (last - changes.length)
  const follows = known === 0 || (first && known > 0 && known < changes.length)
  if (kind !== 'batch' || !follows) throw new Damage(`the log’s record after revision ${after} is missing`)
  return { last, at, changes: changes.slice(known) }
}

/** Exports the undamaged content of files that do not open as a store, in import format. Damaged records are left out. */
export async function rescueFiles(files: FileSet): Promise<string> {
  const opened: SyncFile[] = []
  try {
    for (const name of [HEADER, ...DATA]) opened.push(await files.open(name))
    const [headerFile, ...data] = opened
    const header = headerFile && readHeader(readWhole(headerFile))
    const chosen = header ? data.slice(header.active, header.active + 1) : data
    const state = new Map<string, StoredEntry>()
    const damaged: string[] = []
    for (const frame of chosen.flatMap((file) => wholeFrames(readWhole(file), damaged)).sort(byRevision))
      attempt(damaged, () => replay(state, frame))
    return exportText([...state.values()], damaged)
  } finally {
    for (const file of opened) file.close()
  }
}

const byRevision = (a: Frame, b: Frame): number => a.revision - b.revision

function wholeFrames(bytes: Uint8Array, damaged: string[]): Frame[] {
  const frames: Frame[] = []
  for (let from = 0; from < bytes.length;) {
    const read = decodeFrame(bytes, from)
    if (read) frames.push(read.frame)
    else damaged.push(`there is no whole record at byte ${from}`)
    const next = read?.end ?? nextFrame(bytes, from + 1)
    if (next === undefined) break
    from = next
  }
  return frames
}

function replay(state: Map<string, StoredEntry>, frame: Frame): void {
  if (frame.kind === 'entry') {
    const entry = entryOf(frame)
    state.set(entry.key, entry)
    return
  }
  for (const { key, revision, created = revision, ...change } of parseJson(frame.text) as LoggedChange[]) {
    if ('value' in change) state.set(key, { key, value: change.value, revision, created })
    else state.delete(key)
  }
}
