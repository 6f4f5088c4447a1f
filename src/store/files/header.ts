import { checksum } from '../checksum'
import { type SyncFile, writeAll } from './sync-files'

/** State of the two data files. */
export interface Header {
  /** Incremented with every header written; the valid header with the highest number applies. */
  readonly generation: number
  /** The active data file. */
  readonly active: 0 | 1
  /** Revision of its snapshot. */
  readonly folded: number
  /** Number of entries in its snapshot; then where the snapshot ends and the log begins. */
  readonly count: number
  readonly logFrom: number
  /** A revision the store had reached when the header was written. */
  readonly reached: number
}

/** Headers alternate between two slots, so that one is intact even if the writer dies. */
const SLOT_BYTES = 512
const decoder = new TextDecoder()

/** Writes a header into the slot that the last one does not use, and flushes it. Throws if the file can't be written. */
export function writeHeader(file: SyncFile, header: Header): void {
  const { generation, active, folded, count, logFrom, reached } = header
  const numbers = [generation, active, folded, count, logFrom, reached].join(' ')
  const text = `${checksum(numbers)} ${numbers}\n`
  // Both slots are allocated at once, so that later headers need no space.
  if (file.getSize() < 2 * SLOT_BYTES) writeAll(file, new Uint8Array(2 * SLOT_BYTES), 0)
  writeAll(file, new TextEncoder().encode(text.padEnd(SLOT_BYTES)), (generation % 2) * SLOT_BYTES)
  file.flush()
}

/** The newest intact header; undefined if there is none. */
export function readHeader(bytes: Uint8Array): Header | undefined {
  const slots = [0, 1].flatMap((slot) => headerIn(bytes.subarray(slot * SLOT_BYTES, (slot + 1) * SLOT_BYTES)) ?? [])
  return slots.sort((a, b) => b.generation - a.generation)[0]
}

function headerIn(slot: Uint8Array): Header | undefined {
  const [, sum, numbers] = /^(\d+) ([\d ]+)\n/.exec(decoder.decode(slot)) ?? []
  if (numbers === undefined || Number(sum) !== checksum(numbers)) return undefined
  const [generation = 0, active = 0, folded = 0, count = 0, logFrom = 0, reached = 0] = numbers.split(' ').map(Number)
  return { generation, active: active === 0 ? 0 : 1, folded, count, logFrom, reached }
}
