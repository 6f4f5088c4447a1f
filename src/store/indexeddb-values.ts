import { type DBSchema, deleteDB, openDB } from 'idb'
import type { KeyValues } from './key-values'

/** Values in a database that the browser may take away. */
export interface RestorableValues extends KeyValues {
  /** Writes all values again that were read or put since the opening. */
  writeAgain(): Promise<void>
}

interface Schema extends DBSchema {
  values: { key: string; value: unknown }
}

/** Opens the database for each call and closes it again, so that it never blocks anybody. */
export function openKeyValues(database: string): RestorableValues {
  const open = () => openDB<Schema>(database, 1, { upgrade: (db) => void db.createObjectStore('values') })
  const known = new Map<string, unknown>()
  async function put(name: string, value: unknown): Promise<void> {
    const db = await open()
    try {
      const tx = db.transaction('values', 'readwrite')
      await Promise.all([tx.store.put(value, name), tx.done])
      known.set(name, value)
    } finally {
      db.close()
    }
  }
  return {
    async get(name) {
      const db = await open()
      try {
        const value: unknown = await db.get('values', name)
        if (value !== undefined) known.set(name, value)
        return value
      } finally {
        db.close()
      }
    },
    put,
    clear() {
      known.clear()
      return deleteDB(database)
    },
    async writeAgain() {
      for (const [name, value] of known) await put(name, value)
    },
  }
}
