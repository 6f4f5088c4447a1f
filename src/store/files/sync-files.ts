/** A file that is read and written at once, as `FileSystemSyncAccessHandle` of a browser is. */
export interface SyncFile {
  getSize(): number
  /** Fills the buffer from the position `at`; returns how many bytes there were. */
  read(into: Uint8Array, options: { readonly at: number }): number
  /** Returns how many bytes were written, which are fewer than asked where there is no space. */
  write(bytes: Uint8Array, options: { readonly at: number }): number
  truncate(size: number): void
  /** Returns when what was written is on the disk. */
  flush(): void
  close(): void
}

/** The files of one store. Whoever opens one holds it alone until closing it. */
export interface FileSet {
  /** What a person knows them by, such as `the browser’s files`. */
  readonly what: string
  /** Opens a file and makes it where there is none. Rejects with a `StoreError`: `blocked` when another holder keeps it. */
  open(name: string): Promise<SyncFile>
  /** Deletes all of them; they must not be open. */
  remove(): Promise<void>
}

/** Everything in the file. */
export function readWhole(file: SyncFile): Uint8Array {
  const bytes = new Uint8Array(file.getSize())
  return bytes.subarray(0, file.read(bytes, { at: 0 }))
}

/** Writes all of the bytes or throws. */
export function writeAll(file: SyncFile, bytes: Uint8Array, at: number): void {
  if (file.write(bytes, { at }) !== bytes.length)
    throw new DOMException('there was no space for all of it', 'QuotaExceededError')
}
