import type { Clock } from '../machinery/clock'
import { createMemoryStore } from '../store/memory'
import { createMemoryValues } from '../store/memory-values'
import { exportText } from '../store/transfer'
import { type ClusterKeys, keysIn, type StorageProvider, type StorePlace } from './provider'

/** A store that lasts as long as its process. */
export const memoryPlace = (clock: Clock, keys: ClusterKeys, note?: string): StorePlace => ({
  medium: 'memory',
  ...(note !== undefined && { note }),
  keys,
  open: () => Promise.resolve(createMemoryStore({ clock })),
  delete: () => Promise.resolve(),
  rescue: () => Promise.resolve(exportText([])),
})

const NOTHING_KEPT = 'This browser keeps nothing for this page here, so the cluster is in memory.'

/** Keeps everything in memory: for browsers that give a page no storage, and for tests. */
export function memoryStorage(clock: Clock): StorageProvider {
  const keys = keysIn(createMemoryValues())
  return {
    keys,
    settings: createMemoryValues(),
    imports: createMemoryValues(),
    place: ({ medium }) => Promise.resolve(memoryPlace(clock, keys, medium === 'memory' ? undefined : NOTHING_KEPT)),
  }
}
