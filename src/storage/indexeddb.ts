import type { Clock } from '../machinery/clock'
import { openIndexedDbStore } from '../store/indexeddb'
import { deleteStore } from '../store/indexeddb-database'
import { rescueStore } from '../store/indexeddb-load'
import { openKeyValues } from '../store/indexeddb-values'
import { keysIn, type StorageProvider } from './provider'

export interface IndexedDbStorageOptions {
  readonly clock: Clock
  /** A database for each; keys and settings outlive a store that is deleted. */
  readonly databases: Readonly<Record<'store' | 'keys' | 'settings' | 'imports', string>>
  /** Whether this page's worker may still write. */
  readonly stillOwner: () => Promise<boolean>
  /** Called once when another worker has taken the store over. */
  readonly onSuperseded: () => void
  /** Takes failures that nobody waits for. */
  readonly report: (error: unknown) => void
}

/** Keeps everything in the databases of the page's origin. */
export function indexedDbStorage(options: IndexedDbStorageOptions): StorageProvider {
  const { clock, databases, stillOwner, onSuperseded, report } = options
  const keys = openKeyValues(databases.keys)
  const settings = openKeyValues(databases.settings)
  // A browser that takes the store away takes the databases beside it, too.
  const writeAgain = (): void => void Promise.all([keys.writeAgain(), settings.writeAgain()]).catch(report)
  return {
    keys: keysIn(keys),
    settings,
    imports: openKeyValues(databases.imports),
    openStore: () =>
      openIndexedDbStore({ clock, name: databases.store, stillOwner, onRestored: writeAgain, onSuperseded }),
    deleteStore: () => deleteStore(databases.store),
    rescueStore: () => rescueStore(databases.store),
  }
}
