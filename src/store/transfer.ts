import { isObject } from '../machinery/json'
import { parseJson, writeJson } from '../machinery/json-text'
import { convertEntry, namesOfExport } from '../names/convert'
import { SPOKEN } from '../names/spoken'
import type { Store } from './store'
import { RevisionMismatch } from './store'

/** One key of an exported store, with its revisions. */
export interface StoredEntry {
  readonly key: string
  readonly value: unknown
  readonly revision: number
  readonly created: number
}

const FORMAT = 'orchard-store/1'

/** Exports the whole store as text that `parseExport` reads. */
export const exportStore = (store: Store): string => exportText(store.list('').entries)

/** `damaged` names records that were unreadable and are not in the export. */
export const exportText = (entries: readonly StoredEntry[], damaged: readonly string[] = []): string =>
  writeJson({ format: FORMAT, names: SPOKEN, entries, ...(damaged.length > 0 && { damaged }) })

/**
 * Stores the entries in one transaction. `replace` deletes all others, `merge` keeps them. Rejects with a `StoreError` if the medium
 * refuses; nothing is changed then.
 */
export function importEntries(
  store: Store,
  entries: readonly { readonly key: string; readonly value: unknown }[],
  mode: 'replace' | 'merge',
): Promise<void> {
  return storeAll(store, new Map(entries.map(({ key, value }) => [key, value])), mode)
}

/** Deletes every entry. Revisions continue: they are never reused. */
export const clearStore = (store: Store): Promise<void> => storeAll(store, new Map(), 'replace')

/** The text is not an export; the message says where it fails. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
}

const EXPORT_FIELDS: ReadonlySet<string> = new Set(['format', 'names', 'entries', 'damaged'])
const ENTRY_FIELDS: ReadonlySet<string> = new Set(['key', 'value', 'revision', 'created'])

/**
 * Parses an export, converting it if it uses the other set of names.
 * @throws TransferError if the text is not an export, with the position of the entry
 */
export function parseExport(text: string): StoredEntry[] {
  const data = parsed(text)
  if (!isObject(data) || data['format'] !== FORMAT || !Array.isArray(data['entries']))
    throw new TransferError(`not an export of the form ${FORMAT}`)
  checkFields(data, EXPORT_FIELDS, 'the export')
  const foreign = namesOfExport(data['names']) !== SPOKEN
  const keys = new Set<string>()
  return data['entries'].map((entry: unknown, i) => {
    if (!isObject(entry)) throw new TransferError(`entry ${i} is no object`)
    const { key } = entry
    if (typeof key !== 'string' || !('value' in entry)) throw new TransferError(`entry ${i} has no key or no value`)
    checkFields(entry, ENTRY_FIELDS, `entry ${i} (${key})`)
    if (keys.has(key)) throw new TransferError(`entry ${i} has the key ${key} of another entry`)
    keys.add(key)
    const stored = entry as unknown as StoredEntry
    return foreign ? convertEntry(stored, SPOKEN) : stored
  })
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new TransferError(`not an export of the form ${FORMAT}: ${String(error)}`, { cause: error })
  }
}

function checkFields(data: Readonly<Record<string, unknown>>, known: ReadonlySet<string>, what: string): void {
  for (const field of Object.keys(data))
    if (!known.has(field)) throw new TransferError(`${what} has the unknown field ${JSON.stringify(field)}`)
}

async function storeAll(store: Store, wanted: ReadonlyMap<string, unknown>, mode: 'replace' | 'merge'): Promise<void> {
  const present = mode === 'replace' ? store.list('').entries.map(({ key }) => key) : []
  let keys = new Set([...present, ...wanted.keys()])
  while (keys.size > 0) {
    // Calls made in one turn form one group, so the import is atomic unless others write at the same time.
    const tries = [...keys].map(async (key) => {
      const expect = store.get(key)?.revision ?? 0
      const write = { key, expect, together: true }
      if (wanted.has(key)) await store.commit({ ...write, type: 'put', value: wanted.get(key) })
      else if (expect > 0) await store.commit({ ...write, type: 'delete' })
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
