import { equal, isObject, type Json, type JsonObject, ownMember } from '../../machinery/json'
import type { MergeSchema } from '../../machinery/strategic-directives'

/** The inputs of an apply: the last applied, the desired and the live version. */
export interface Versions {
  readonly original: Json | undefined
  readonly modified: Json
  readonly current: Json | undefined
}

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/**
 * The strategic merge patch that turns the live version into the desired one, and removes fields that were last applied but are no longer
 * wanted. Fields set by others stay.
 */
export function strategicPatch({ original, modified, current }: Versions, schema: MergeSchema | undefined): JsonObject {
  const [before, after, live] = [objectOf(original), objectOf(modified), objectOf(current)]
  const patch: JsonObject = {}
  for (const key of Object.keys(after)) {
    const versions = { original: ownMember(before, key), modified: after[key] ?? null, current: ownMember(live, key) }
    addField(patch, key, versions, schema?.fields?.get(key) ?? schema?.additional)
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key) && Object.hasOwn(live, key)) patch[key] = null
  return patch
}

function addField(patch: JsonObject, key: string, versions: Versions, schema: MergeSchema | undefined): void {
  const { modified, current } = versions
  if (modified === null) {
    if (current !== undefined && current !== null) patch[key] = null
  } else if (isObject(modified) && isObject(current) && !schema?.patchStrategy?.includes('replace')) {
    const inner = strategicPatch(versions, schema)
    const retain = schema?.patchStrategy?.includes('retainKeys') ?? false
    const dropped = retain && Object.keys(current).some((name) => !Object.hasOwn(modified, name))
    if (Object.keys(inner).length === 0 && !dropped) return
    patch[key] = retain ? { ...inner, $retainKeys: Object.keys(modified).sort() } : inner
  } else if (Array.isArray(modified) && Array.isArray(current) && schema?.patchStrategy?.includes('merge'))
    addList(patch, key, versions, schema)
  else if (!equal(modified, current)) patch[key] = modified
}

function addList(patch: JsonObject, key: string, versions: Versions, schema: MergeSchema): void {
  const [before, after, live] = [listOf(versions.original), listOf(versions.modified), listOf(versions.current)]
  const { patchMergeKey: mergeKey } = schema
  if (mergeKey !== undefined && [...after, ...live].every(isObject)) {
    addKeyedList(
      patch,
      key,
      { before: before.filter(isObject), after: after.filter(isObject), live: live.filter(isObject) },
      schema,
      mergeKey,
    )
    return
  }
  const has = (list: readonly Json[], item: Json): boolean => list.some((other) => equal(other, item))
  const added = after.filter((item) => !has(live, item))
  const removed = before.filter((item) => !has(after, item) && has(live, item))
  const ordered = live.filter((item) => has(after, item))
  if (added.length === 0 && removed.length === 0 && equal(ordered, after)) return
  if (added.length > 0) patch[key] = added
  if (removed.length > 0) patch[`$deleteFromPrimitiveList/${key}`] = removed
  patch[`$setElementOrder/${key}`] = after
}

interface KeyedVersions {
  readonly before: readonly JsonObject[]
  readonly after: readonly JsonObject[]
  readonly live: readonly JsonObject[]
}

function addKeyedList(
  patch: JsonObject,
  key: string,
  { before, after, live }: KeyedVersions,
  schema: MergeSchema,
  mergeKey: string,
): void {
  const find = (list: readonly JsonObject[], item: JsonObject): JsonObject | undefined =>
    list.find((other) => equal(other[mergeKey], item[mergeKey]))
  const changes: Json[] = []
  for (const item of after) {
    const there = find(live, item)
    if (!there) {
      changes.push(item)
      continue
    }
    const inner = strategicPatch({ original: find(before, item), modified: item, current: there }, schema.element)
    if (Object.keys(inner).length > 0) changes.push({ ...inner, [mergeKey]: item[mergeKey] ?? null })
  }
  for (const item of before)
    if (!find(after, item) && find(live, item)) changes.push({ $patch: 'delete', [mergeKey]: item[mergeKey] ?? null })
  const keyOf = (item: JsonObject): Json => item[mergeKey] ?? null
  const order = live.filter((item) => find(after, item)).map(keyOf)
  if (changes.length === 0 && equal(order, after.map(keyOf))) return
  if (changes.length > 0) patch[key] = changes
  patch[`$setElementOrder/${key}`] = after.map((item) => ({ [mergeKey]: keyOf(item) }))
}

/** The same as a plain merge patch: maps are merged, all other values are replaced. */
export function mergePatch({ original, modified, current }: Versions): JsonObject {
  const [before, after, live] = [objectOf(original), objectOf(modified), objectOf(current)]
  const patch: JsonObject = {}
  for (const key of Object.keys(after)) {
    const [wanted, there] = [after[key] ?? null, ownMember(live, key)]
    if (wanted === null) {
      if (there !== undefined && there !== null) patch[key] = null
    } else if (isObject(wanted) && isObject(there)) {
      const inner = mergePatch({ original: ownMember(before, key), modified: wanted, current: there })
      if (Object.keys(inner).length > 0) patch[key] = inner
    } else if (!equal(wanted, there)) patch[key] = wanted
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key) && Object.hasOwn(live, key)) patch[key] = null
  return patch
}
