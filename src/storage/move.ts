import { writeJson } from '../machinery/json-text'
import type { Store } from '../store/store'
import type { StorePlace } from './provider'

/**
 * Copies an open store to another place, with its revisions but without its history, and verifies the copy. Rejects with the
 * reason, and the copy must then not be used. `replace` allows it to delete existing data there.
 */
export async function copyStore(store: Store, from: StorePlace, to: StorePlace, replace: boolean): Promise<void> {
  if (!to.replace) throw new Error('nothing can be moved to memory: it would not last')
  const present = await to.open()
  const [reached, count] = [present.revision, present.count('')]
  await present.close()
  if (count > 0 && !replace) throw new Error(`${count} objects are there already: allow to replace them`)
  const { entries } = store.list('')
  // Revisions are never reused by either store.
  const revision = Math.max(store.revision, reached)
  await to.replace(entries, revision)
  const copy = await to.open()
  try {
    const copied = copy.list('').entries
    const same =
      copied.length === entries.length && entries.every((entry, i) => writeJson(entry) === writeJson(copied[i]))
    if (!same || copy.revision !== revision) throw new Error('the copy is not the same as what was copied')
  } finally {
    await copy.close()
  }
  for (const [name, key] of from.keys.made?.() ?? []) await to.keys.put(name, key)
}
