import { type Clock, sleep } from '../../machinery/clock'
import { StoreError } from '../store'
import { fileError } from './file-error'
import type { FileSet, SyncFile } from './sync-files'

/** A file that a worker can open for exclusive, synchronous access; other threads can't. */
interface OpenableFile {
  createSyncAccessHandle(): Promise<SyncFile>
}

/** A terminated worker releases its files slightly later than its lock. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 50
/** Any file of the store. */
const PROBE = 'header'

/**
 * The origin's private files below a name. Rejects where the browser gives no synchronous access to them, as in some private windows.
 * `clock` is the machine's.
 */
export async function originFiles(
  name: string,
  storage: Pick<StorageManager, 'getDirectory'>,
  clock: Clock,
): Promise<FileSet> {
  if (typeof storage?.getDirectory !== 'function') throw new Error('it has no private file system')
  const root = await storage.getDirectory()
  const folder = encodeURIComponent(name)
  const directory = await root.getDirectoryHandle(folder, { create: true })
  const probe = (await directory.getFileHandle(PROBE, { create: true })) as Partial<OpenableFile>
  if (typeof probe.createSyncAccessHandle !== 'function') throw new Error('it has no quick access to private files')
  const what = 'the files of this site'
  return {
    what,
    async open(file) {
      try {
        const handle = (await directory.getFileHandle(file, { create: true })) as unknown as OpenableFile
        return await opened(handle, clock)
      } catch (error) {
        throw fileError(what, error, 'unreadable')
      }
    },
    async remove() {
      try {
        for (const file of await namesIn(directory)) await directory.removeEntry(file)
      } catch (error) {
        throw fileError(what, error, 'write-failed')
      }
    },
  }
}

/** Opens a file, waiting for its previous holder. */
async function opened(file: OpenableFile, clock: Clock): Promise<SyncFile> {
  const began = clock.steady()
  for (;;) {
    try {
      return await file.createSyncAccessHandle()
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'NoModificationAllowedError')) throw error
      if (clock.steady() - began > PATIENCE_MS)
        throw new StoreError('blocked', 'another tab holds the files of this site; close it and try again', {
          cause: error,
        })
      await sleep(clock, PAUSE_MS)
    }
  }
}

async function namesIn(directory: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = []
  for await (const name of directory.keys()) names.push(name)
  return names
}
