import type { Durability } from '../medium'
import { type SyncFile, writeAll } from './sync-files'

/** Writes after the end of a log so that a failed write leaves nothing behind. */
export class TailWriter {
  /** There may be data after the end from a write that was answered as failed. */
  #unclean = false

  constructor(private readonly durability: Durability) {}

  /** Writes at `end`; on failure the file is cut back and the error thrown. */
  write(file: SyncFile, bytes: Uint8Array, end: number): void {
    if (this.#unclean) file.truncate(end)
    this.#unclean = true
    try {
      writeAll(file, bytes, end)
      if (this.durability === 'strict') file.flush()
      this.#unclean = false
    } catch (error) {
      try {
        file.truncate(end)
        this.#unclean = false
      } catch {
        // The next write cuts it off first, and fails until that succeeds.
      }
      throw error
    }
  }
}
