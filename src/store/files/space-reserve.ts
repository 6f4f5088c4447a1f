import { type SyncFile, writeAll } from './sync-files'

/** Name of the file that occupies the reserved space. */
export const RESERVE = 'reserve'
const RESERVE_BYTES = 262_144

/** Space that is kept occupied, so that deletions can be written when the disk is full. */
export class SpaceReserve {
  #filled = false

  constructor(private readonly file: () => SyncFile) {}

  get filled(): boolean {
    return this.#filled
  }

  /** Occupies the space if it is free. */
  fill(): void {
    if (this.#filled) return
    try {
      writeAll(this.file(), new Uint8Array(RESERVE_BYTES), 0)
      this.#filled = true
    } catch {
      // No space now; the next write tries again.
    }
  }

  /** Frees the space for a write. */
  release(): void {
    this.file().truncate(0)
    this.#filled = false
  }
}
