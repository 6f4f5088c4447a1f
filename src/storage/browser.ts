import type { Clock } from '../machinery/clock'
import { messageOf } from '../machinery/message-of'
import { openKeyValues } from '../store/indexeddb-values'
import { readAhead } from './ahead'
import { filesPlace, type OpenFiles } from './files'
import { indexedDbPlace } from './indexeddb'
import { memoryPlace } from './memory'
import { type ClusterKeys, keysIn, type StorageProvider, type StorePlace } from './provider'
import { ARGV, CLUSTER_AUTHORITY, CONTENT } from './setting-names'

/** Where a page keeps its stores, keys and settings. */
export interface BrowserStorageOptions {
  readonly clock: Clock
  /** The machine's clock. */
  readonly machine: Clock
  /** Database names; keys and settings outlive a deleted store. */
  readonly databases: Readonly<Record<'store' | 'keys' | 'settings' | 'imports', string>>
  /** Whether this page's worker may still write. */
  readonly stillOwner: () => Promise<boolean>
  /** Called by each part that finds that another worker has taken over. */
  readonly onSuperseded: () => void
  /** The files for a store. Rejects if the browser offers none to this page. */
  readonly files: OpenFiles
  /** Yields to other tasks during long work. */
  readonly pause: () => Promise<void>
  /** Receives errors of background work, and notices for the user. */
  readonly report: (problem: unknown) => void
}

/** Stores keys and settings in databases of the page's origin, and the store in its chosen medium. */
export function browserStorage(options: BrowserStorageOptions): StorageProvider {
  const { clock, databases, files, report } = options
  const keys = readAhead(openKeyValues(databases.keys, options), [CLUSTER_AUTHORITY])
  const settings = readAhead(openKeyValues(databases.settings, options), [ARGV, CONTENT])
  // A browser that evicts the store also evicts the databases beside it.
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

/** New keys are kept in memory only; existing ones remain readable. */
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
