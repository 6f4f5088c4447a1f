import type { Clock } from '../machinery/clock'
import { createMemoryStore } from '../store/memory'
import { createMemoryValues } from '../store/memory-values'
import { exportText } from '../store/transfer'
import { keysIn, type StorageProvider } from './provider'

/** Keeps everything as long as the process: where a browser gives a page no storage, and in tests. */
export function memoryStorage(clock: Clock): StorageProvider {
  return {
    keys: keysIn(createMemoryValues()),
    settings: createMemoryValues(),
    imports: createMemoryValues(),
    openStore: () => Promise.resolve(createMemoryStore({ clock })),
    deleteStore: () => Promise.resolve(),
    rescueStore: () => Promise.resolve(exportText([])),
  }
}
