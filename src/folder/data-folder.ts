import { join } from 'node:path'
import type { Clock } from '../machinery/clock'
import type { KeyStore } from '../pki/key-store'
import { openRecordStore } from '../store/record-medium'
import { type Store, StoreError } from '../store/store'
import type { Durability } from '../store/medium'
import { readLabel, writeLabel } from './folder-label'
import { createRecordKeyStore } from './key-records'
import { LevelRecords } from './level-records'

/** Which folder holds the cluster. */
export interface DataFolderOptions {
  readonly path: string
  readonly durability: Durability
  readonly clock: Clock
  readonly crypto: Pick<Crypto, 'subtle'>
}

/** An open folder with a cluster. One process has it at a time. */
export interface DataFolder {
  /** Closing it releases the folder. */
  readonly store: Store
  /** The cluster's own keys, stored with the objects that they signed. */
  readonly keys: KeyStore
}

/**
 * Opens a folder with the persistent state of a control plane, and creates it if it is missing or empty. Rejects with a `StoreError` that
 * names the folder: `blocked` if another process uses it, `unreadable` if it is damaged, uses the other set of names or belongs to another
 * program, `write-failed` or `quota-exceeded` if it can't be written.
 */
export async function openDataFolder({ path, durability, clock, crypto }: DataFolderOptions): Promise<DataFolder> {
  const what = `the folder ${path}`
  const { reached } = await readLabel(path, what)
  const records = new LevelRecords({
    path: join(path, 'records'),
    what,
    durability,
    closed: (head) => writeLabel(path, what, head),
  })
  await records.open(reached === 0)
  try {
    const store = await openRecordStore(records, clock)
    if (store.revision < reached)
      throw new StoreError(
        'unreadable',
        `${what} can’t be read, it is damaged: it ends at revision ${store.revision}, and held ${reached}`,
      )
    await writeLabel(path, what, store.revision)
    return { store, keys: createRecordKeyStore(records, crypto) }
  } catch (error) {
    await records.release()
    throw error
  }
}
