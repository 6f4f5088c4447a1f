import type { ApiObject } from '../machinery/object'
import { FieldSet } from './field-set'
import type { Owner, Owners } from './owners'
import { remove } from './remove'
import { everyPathOf } from './typed'
import type { Steps, Versions } from './versions'

/** The union of all owners' fields, by version. */
function ownedByVersion(owners: Owners): Map<string, FieldSet> {
  const byVersion = new Map<string, FieldSet>()
  for (const { apiVersion, fields } of owners.values())
    byVersion.set(apiVersion, byVersion.get(apiVersion)?.union(fields) ?? fields)
  return byVersion
}

/**
 * Removes from a merged object what its applier owned in `last`, no longer applies, and nobody else owns. An element or key without owners
 * is removed with everything in it. `owners` includes what the applier sets now; object and configuration are in `apiVersion`. Owners of
 * other versions are compared in their own version.
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
  // A configuration may name things that can't be owned, such as an empty list: they stay.
  const named = everyPathOf(versions.schema(apiVersion), intent)
  owned.set(apiVersion, owned.get(apiVersion)?.union(named) ?? named)

  const schema = versions.schema(last.apiVersion)
  const whole = yield* versions.convert(merged, last.apiVersion)
  const pruned = remove(
    schema,
    whole,
    last.fields,
    owned.get(last.apiVersion) ?? FieldSet.empty,
    versions.release,
  ) as ApiObject
  if (pruned === whole) return merged
  owned.delete(last.apiVersion)
  if (owned.size === 0) return yield* versions.convert(pruned, apiVersion)

  const kept = yield* keepOwnedElsewhere(whole, pruned, owned, versions)
  const left = everyPathOf(schema, yield* versions.convert(kept, last.apiVersion))
  const result = remove(schema, whole, last.fields, left, versions.release) as ApiObject
  return result === whole ? merged : yield* versions.convert(result, apiVersion)
}

/** Restores what owners in other versions own, as far as those versions can represent it. */
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
    if (!gone.isEmpty) kept = remove(schema, before, gone, fields, versions.release) as ApiObject
  }
  return kept
}
