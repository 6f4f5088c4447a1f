import type { ApiObject } from '../machinery/object'
import { FieldSet } from './field-set'
import type { Owner, Owners } from './owners'
import { remove } from './remove'
import { everyPathOf } from './typed'
import type { Steps, Versions } from './versions'

/** What all owners together own, by the version in which they say so. */
function ownedByVersion(owners: Owners): Map<string, FieldSet> {
  const byVersion = new Map<string, FieldSet>()
  for (const { apiVersion, fields } of owners.values())
    byVersion.set(apiVersion, byVersion.get(apiVersion)?.union(fields) ?? fields)
  return byVersion
}

/**
 * Takes out of a merged object what its applier owned `last`, does not ask for any more, and nobody else owns. An element
 * or key that its last owner drops goes with all that is in it. `owners` holds what the applier asks for now; object and
 * intent are in `apiVersion`. Owners that speak of other versions are asked in their own.
 */
export function* prune(
  merged: ApiObject,
  intent: ApiObject,
  last: Owner,
  owners: Owners,
  apiVersion: string,
  versions: Versions,
): Steps<ApiObject> {
  if (!versions.serves(last.apiVersion)) return merged
  const owned = ownedByVersion(owners)
  // An intent may name what nobody can own, such as an empty list: it stays all the same.
  const named = everyPathOf(versions.schema(apiVersion), intent)
  owned.set(apiVersion, owned.get(apiVersion)?.union(named) ?? named)

  const schema = versions.schema(last.apiVersion)
  const whole = yield* versions.convert(merged, last.apiVersion)
  const pruned = remove(schema, whole, last.fields, owned.get(last.apiVersion)) as ApiObject
  if (pruned === whole) return merged
  owned.delete(last.apiVersion)
  if (owned.size === 0) return yield* versions.convert(pruned, apiVersion)

  const kept = yield* keepOwnedElsewhere(whole, pruned, owned, versions)
  const left = everyPathOf(schema, yield* versions.convert(kept, last.apiVersion))
  const result = remove(schema, whole, last.fields, left) as ApiObject
  return result === whole ? merged : yield* versions.convert(result, apiVersion)
}

/** Puts back what owners in other versions own, as far as those versions show it. */
function* keepOwnedElsewhere(
  whole: ApiObject,
  pruned: ApiObject,
  owned: ReadonlyMap<string, FieldSet>,
  versions: Versions,
): Steps<ApiObject> {
  let kept = pruned
  for (const [apiVersion, fields] of owned) {
    if (!versions.serves(apiVersion)) continue
    const schema = versions.schema(apiVersion)
    const before = yield* versions.convert(whole, apiVersion)
    const after = yield* versions.convert(kept, apiVersion)
    const gone = everyPathOf(schema, before).difference(everyPathOf(schema, after))
    if (!gone.isEmpty) kept = remove(schema, before, gone, fields) as ApiObject
  }
  return kept
}
