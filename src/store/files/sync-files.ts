/** A file with synchronous access, like a browser's `FileSystemSyncAccessHandle`. */
export interface SyncFile {
  getSize(): number
  /** Reads into the buffer from position `at`; returns the number of bytes read. */
  read(into: Uint8Array, options: { readonly at: number }): number
  /** Returns the number of bytes written, which is smaller if space runs out. */
  write(bytes: Uint8Array, options: { readonly at: number }): number
  truncate(size: number): void
  /** Flushes written data to the disk. */
  flush(): void
  close(): void
}

/** The files of one store; opening a file gives exclusive access until it is closed. */
export interface FileSet {
  /** Name for people, such as `the browser’s files`. */
  readonly what: string
  /** Opens a file, creating it if needed. Rejects with a `StoreError`: `blocked` if another holder keeps it. */
  open(name: string): Promise<SyncFile>
  /** Deletes all files; none may be open. */
  remove(): Promise<void>
}

/** Reads the whole file. */
export function readWhole(file: SyncFile): Uint8Array {
  const bytes = new Uint8Array(file.getSize())
  return bytes.subarray(0, file.read(bytes, { at: 0 }))
}

/** Writes all bytes or throws. */
export function writeAll(file: SyncFile, bytes: Uint8Array, at: number): void {
  if (file.write(bytes, { at }) !== bytes.length)
    throw new DOMException('there was no space for all of it', 'QuotaExceededError')
}
