import { writeJson } from '../../machinery/json-text'
import { joined } from '../../machinery/read-at-most'
import type { Entry } from '../store'
import { encodeFrame } from './frames'
import { type SyncFile, writeAll } from './sync-files'

/** Bytes written between two pauses. */
const SLICE_BYTES = 262_144

/** How a long snapshot leaves room for other work. */
export interface SnapshotPauses {
  /** Yields to other work. */
  readonly pause: () => Promise<void>
  /** Asked after each pause: whether to give the snapshot up. */
  readonly stopped: () => boolean
}

/** Replaces the file's content with a state and resolves to its end offset. Rejects if it is stopped. */
export async function writeSnapshot(
  file: SyncFile,
  entries: readonly Entry[],
  { pause, stopped }: SnapshotPauses,
): Promise<number> {
  file.truncate(0)
  let end = 0
  let pieces: Uint8Array[] = []
  let size = 0
  const write = (): void => {
    writeAll(file, joined(pieces), end)
    end += size
    pieces = []
    size = 0
  }
  for (const { key, value, revision, created } of entries) {
    const bytes = encodeFrame({ kind: 'entry', revision, since: created, at: 0, text: writeJson([key, value]) })
    pieces.push(bytes)
    size += bytes.length
    if (size < SLICE_BYTES) continue
    write()
    await pause()
    if (stopped()) throw new DOMException('the store is being closed', 'AbortError')
  }
  write()
  return end
}
