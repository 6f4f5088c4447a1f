import type { Clock } from '../machinery/clock'
import type { FileSet } from '../store/files/sync-files'
import type { Durability } from '../store/medium'
import type { ClusterKeys, StorePlace } from './provider'

/** Resolves to a store's files, not opened yet. Rejects where files are unavailable. */
export type OpenFiles = () => Promise<FileSet>

/** Where a store on files of the origin lies. */
export interface FilesPlaceOptions {
  readonly clock: Clock
  readonly files: FileSet
  readonly durability: Durability
  readonly keys: ClusterKeys
  readonly pause: () => Promise<void>
  readonly report: (problem: unknown) => void
}

/** A store in files. Its code is loaded on first use, since most pages use a database. */
export function filesPlace({ keys, report, ...more }: FilesPlaceOptions): StorePlace {
  const options = { ...more, warn: report }
  const code = () => import('../store/files/files')
  return {
    medium: 'files',
    keys,
    open: async () => (await code()).openFileStore(options),
    delete: () => more.files.remove(),
    rescue: async () => (await import('../store/files/file-load')).rescueFiles(more.files),
    replace: async (entries, revision) => (await code()).replaceFiles(options, entries, revision),
  }
}
