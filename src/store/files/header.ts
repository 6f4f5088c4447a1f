import { checksum } from '../checksum'
import { type SyncFile, writeAll } from './sync-files'

/** What the header says of the two data files. */
export interface Header {
  /** Grows with every header that is written; the newest one that is whole counts. */
  readonly generation: number
  /** Which data file counts. */
  readonly active: 0 | 1
  /** Up to which revision it is folded into its snapshot. */
  readonly folded: number
  /** How many entries its snapshot has, and where it ends and the log begins. */
  readonly count: number
  readonly logFrom: number
  /** A revision that the store had reached when this was written. */
  readonly reached: number
}

/** Headers are written in turn into two places, so that one is whole whenever the writer dies. */
const SLOT_BYTES = 512
const decoder = new TextDecoder()

export function writeHeader(file: SyncFile, header: Header): void {
  const { generation, active, folded, count, logFrom, reached } = header
  const numbers = [generation, active, folded, count, logFrom, reached].join(' ')
  const text = `${checksum(numbers)} ${numbers}\n`
  // Both places are there from the beginning, so that no later header needs space.
  if (file.getSize() < 2 * SLOT_BYTES) writeAll(file, new Uint8Array(2 * SLOT_BYTES), 0)
  writeAll(file, new TextEncoder().encode(text.padEnd(SLOT_BYTES)), (generation % 2) * SLOT_BYTES)
  file.flush()
}

/** The newest header that is whole; undefined when there is none. */
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
