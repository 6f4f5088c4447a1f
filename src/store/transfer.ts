import type { Store } from './store'
import { RevisionMismatch } from './store'

export interface StoredEntry {
  readonly key: string
  readonly value: unknown
  readonly revision: number
  readonly created: number
}

const FORMAT = 'orchard-store/1'

/** Everything in the store, as a text that `importText` takes. */
export const exportStore = (store: Store): string => exportText(store.list('').entries)

export const exportText = (entries: readonly StoredEntry[]): string => JSON.stringify({ format: FORMAT, entries })

/** Makes the store hold what the text says, and nothing else. Throws an `Error` that says what is wrong with the text. */
export async function importStore(store: Store, text: string): Promise<void> {
  await replaceAll(store, new Map(parseExport(text).map(({ key, value }) => [key, value])))
}

/** Deletes every entry. Revisions go on: they are never used twice. */
export const clearStore = (store: Store): Promise<void> => replaceAll(store, new Map())

function parseExport(text: string): StoredEntry[] {
  const data = JSON.parse(text) as { format?: unknown; entries?: unknown }
  if (data?.format !== FORMAT || !Array.isArray(data.entries)) throw new Error(`not an export of the form ${FORMAT}`)
  return data.entries.map((entry: Partial<StoredEntry> | null, i) => {
    if (typeof entry?.key !== 'string' || !('value' in entry)) throw new Error(`entry ${i} has no key or no value`)
    return entry as StoredEntry
  })
}

async function replaceAll(store: Store, wanted: ReadonlyMap<string, unknown>): Promise<void> {
  let keys = new Set([...store.list('').entries.map(({ key }) => key), ...wanted.keys()])
  while (keys.size > 0) {
    // All calls in one turn make one group, so that it comes in whole unless somebody writes at the same time.
    const tries = [...keys].map(async (key) => {
      const expect = store.get(key)?.revision ?? 0
      if (wanted.has(key)) await store.commit({ type: 'put', key, expect, value: wanted.get(key) })
      else if (expect > 0) await store.commit({ type: 'delete', key, expect })
    })
    const overtaken = new Set<string>()
    for (const outcome of await Promise.allSettled(tries)) {
      if (outcome.status === 'fulfilled') continue
      if (!(outcome.reason instanceof RevisionMismatch)) throw outcome.reason
      overtaken.add(outcome.reason.key)
    }
    keys = overtaken
  }
}
