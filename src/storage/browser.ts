import type { Clock } from '../machinery/clock'
import { messageOf } from '../machinery/message-of'
import { openKeyValues } from '../store/indexeddb-values'
import { filesPlace, type OpenFiles } from './files'
import { indexedDbPlace } from './indexeddb'
import { memoryPlace } from './memory'
import { type ClusterKeys, keysIn, type StorageProvider, type StorePlace } from './provider'

export interface BrowserStorageOptions {
  readonly clock: Clock
  /** A database for each; keys and settings outlive a store that is deleted. */
  readonly databases: Readonly<Record<'store' | 'keys' | 'settings' | 'imports', string>>
  /** Whether this page's worker may still write. */
  readonly stillOwner: () => Promise<boolean>
  /** Called when another worker has taken over, by each part that learns of it. */
  readonly onSuperseded: () => void
  /** The files that a store can be kept in. Rejects where the browser has none for this page. */
  readonly files: OpenFiles
  /** Lets others have a turn in long work. */
  readonly pause: () => Promise<void>
  /** Takes failures that nobody waits for, and what a person should know. */
  readonly report: (problem: unknown) => void
}

/** Keeps keys and settings in the databases of the page's origin, and the store where it is to be. */
export function browserStorage(options: BrowserStorageOptions): StorageProvider {
  const { clock, databases, files, report } = options
  const keys = openKeyValues(databases.keys, options)
  const settings = openKeyValues(databases.settings, options)
  // A browser that takes the store away takes the databases beside it, too.
  const writeAgain = (): void => void Promise.all([keys.writeAgain(), settings.writeAgain()]).catch(report)
  const durable = keysIn(keys)
  return {
    keys: durable,
    settings,
    imports: openKeyValues(databases.imports, options),
    async place({ medium, durability }) {
      const database = (note?: string): StorePlace =>
        indexedDbPlace({ ...options, name: databases.store, durability, onRestored: writeAgain, keys: durable }, note)
      if (medium === 'memory') return memoryPlace(clock, passing(durable))
      if (medium === 'indexeddb') return database()
      try {
        return filesPlace({ ...options, files: await files(), durability, keys: durable })
      } catch (error) {
        const why = messageOf(error)
        return database(`This browser has no private files for this page (${why}), so IndexedDB is used.`)
      }
    },
  }
}

/** Keys that are made are kept in memory only; those that were there are there. */
function passing(durable: ClusterKeys): ClusterKeys {
  const made = new Map<string, Parameters<ClusterKeys['put']>[1]>()
  let cleared = false
  return {
    get: async (name) => made.get(name) ?? (cleared ? undefined : durable.get(name)),
    put: (name, key) => Promise.resolve(void made.set(name, key)),
    clear: () => {
      made.clear()
      cleared = true
      return Promise.resolve()
    },
    made: () => [...made],
  }
}
