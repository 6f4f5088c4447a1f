import { writeJson } from '../machinery/json-text'
import type { Store } from '../store/store'
import type { StorePlace } from './provider'

/**
 * Copies everything in an open store to another place, with its revisions but without its history, and reads the copy to see
 * whether it is the same. Rejects with the reason; then the copy does not count. `replace` allows it to delete what is there.
 */
export async function copyStore(store: Store, from: StorePlace, to: StorePlace, replace: boolean): Promise<void> {
  if (!to.replace) throw new Error('nothing can be moved to memory: it would not last')
  const present = await to.open()
  const [reached, count] = [present.revision, present.count('')]
  await present.close()
  if (count > 0 && !replace) throw new Error(`${count} objects are there already: allow to replace them`)
  const { entries } = store.list('')
  // Revisions are never used twice, by whichever of the two.
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
