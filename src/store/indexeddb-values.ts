import { type DBSchema, deleteDB, openDB } from 'idb'

/** Values that are not part of the store: keys, settings. Anything that can be cloned, unexportable keys included. */
export interface KeyValues {
  get(name: string): Promise<unknown>
  /** Resolves when the value has reached the medium. */
  put(name: string, value: unknown): Promise<void>
  clear(): Promise<void>
}

interface Schema extends DBSchema {
  values: { key: string; value: unknown }
}

/** Opens the database anew for each call, so that it is never in anybody's way. */
export function openKeyValues(database: string): KeyValues {
  const open = () => openDB<Schema>(database, 1, { upgrade: (db) => void db.createObjectStore('values') })
  return {
    async get(name) {
      const db = await open()
      try {
        return await db.get('values', name)
      } finally {
        db.close()
      }
    },
    async put(name, value) {
      const db = await open()
      try {
        const tx = db.transaction('values', 'readwrite')
        await Promise.all([tx.store.put(value, name), tx.done])
      } finally {
        db.close()
      }
    },
    clear: () => deleteDB(database),
  }
}
