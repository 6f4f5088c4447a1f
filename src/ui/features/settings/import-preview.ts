import { importRisks } from '../../../links/import-risks'
import { isObject, sortMembers } from '../../../machinery/json'
import { parseJson, writeJson } from '../../../machinery/json-text'
import { messageOf } from '../../../machinery/message-of'
import { convertEntry, namesOfExport } from '../../../names/convert'
import { SPOKEN } from '../../../names/spoken'

/** The effect of an import on the stored objects. */
export interface ImportPreview {
  /** Number of objects that exist only in the file. */
  readonly added: number
  /** Number of objects that exist in both, but differ. */
  readonly changed: number
  readonly same: number
  /** Names of objects missing from the file, by resource (`core/secrets`), largest group first. */
  readonly lost: readonly { readonly what: string; readonly names: readonly string[] }[]
  /** Effects of the added or changed objects, such as sending data to another server. */
  readonly risks: readonly string[]
}

type Entries = ReadonlyMap<string, string>

function entriesOf(text: string): Entries {
  const data: unknown = parseJson(text)
  if (!isObject(data) || !Array.isArray(data['entries'])) throw new Error('it has no entries')
  const foreign = namesOfExport(data['names']) !== SPOKEN
  return new Map(
    data['entries'].filter(isObject).flatMap(({ key, value }) => {
      if (typeof key !== 'string') return []
      const entry = foreign ? convertEntry({ key, value }, SPOKEN) : { key, value }
      // An import may reorder members, which is no change.
      return [[entry.key, writeJson(sortMembers(entry.value))] as const]
    }),
  )
}

/**
 * Compares an export of the store with a file. @throws Error with a readable message if the file is not an export; whether
 * its objects can be stored is not checked
 */
export function previewImport(stored: string, file: string): ImportPreview {
  let after: Entries
  try {
    after = entriesOf(file)
  } catch (error) {
    throw new Error(`This file is not an Orchard export: ${messageOf(error)}`, {
      cause: error,
    })
  }
  const before = entriesOf(stored)
  const lost = new Map<string, string[]>()
  let changed = 0
  for (const [key, value] of before) {
    const next = after.get(key)
    if (next === undefined) {
      const [, group = '', resource = '', ...name] = key.split('/')
      const what = `${group}/${resource}`
      lost.set(what, [...(lost.get(what) ?? []), name.join('/')])
    } else if (next !== value) changed++
  }
  const gone = [...lost.values()].reduce((sum, names) => sum + names.length, 0)
  const kept = before.size - gone
  return {
    added: after.size - kept,
    changed,
    same: kept - changed,
    risks: importRisks(before, after),
    lost: [...lost]
      .map(([what, names]) => ({ what, names }))
      .sort((a, b) => b.names.length - a.names.length || (a.what < b.what ? -1 : 1)),
  }
}
