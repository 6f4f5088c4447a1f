import { goPlain } from './go-untyped'
import { clone, isObject, setOwn, type Json, type JsonObject, ownMember } from './json'
import { canonicalJson, repeatedAt } from './json-text'
import { PatchError } from './patch-error'
import {
  checkOrder,
  checkPlaces,
  DIRECTIVE,
  fieldOf,
  isDeletion,
  isOrder,
  listField,
  listIn,
  type MergeSchema,
  requireKey,
  retainKeys,
} from './strategic-directives'
import { arrange, byKey, byValue, type ItemIdentity, placesIn } from './strategic-order'

/** How a patch is merged. */
export interface Merging {
  /**
   * Whether the value for a field or list item that does not exist yet is taken as it is, directives included, as releases before 1.28 do:
   * an item to delete is then added, and no merge key is required.
   */
  readonly takesNewAsGiven?: boolean
}

/**
 * Applies a strategic merge patch: maps merge, null deletes, lists follow the strategy and merge key of their field, and directives
 * replace, delete, retain and order. Neither input is changed. Fields unknown to the schema merge like maps and replace like lists.
 * @throws PatchError
 */
export function applyStrategicMergePatch(
  doc: Json,
  patch: unknown,
  schema: MergeSchema | undefined,
  merging: Merging = {},
): Json {
  if (!isObject(patch)) throw new PatchError('malformed', 'a strategic merge patch must be an object')
  return mergeMap(isObject(doc) ? clone(doc) : {}, clone(patch), schema, merging)
}

const fieldSchema = (schema: MergeSchema | undefined, key: string): MergeSchema | undefined =>
  schema?.fields?.get(key) ?? schema?.additional ?? (schema?.type === 'map' ? schema.element : undefined)

/** Merges `patch` into `original`; both belong to this call. */
function mergeMap(
  original: JsonObject,
  patch: JsonObject,
  schema: MergeSchema | undefined,
  merging: Merging,
): JsonObject {
  if (Object.hasOwn(patch, DIRECTIVE)) {
    const directive = patch[DIRECTIVE]
    if (directive === 'delete') return {}
    if (directive !== 'replace') throw unknownDirective(patch)
    delete patch[DIRECTIVE]
    return merging.takesNewAsGiven ? patch : withoutDirectives(patch, schema)
  }
  retainKeys(original, patch)
  mergeOrdered(original, patch, schema, merging)
  for (const key of Object.keys(patch)) {
    const change = patch[key] ?? null
    if (isDeletion(key)) deleteItems(original, fieldOf(key), change, schema, merging)
    else if (change === null) delete original[key]
    else setOwn(original, key, mergeField(ownMember(original, key), change, fieldSchema(schema, key), merging))
  }
  return original
}

/** Carries out a $deleteFromPrimitiveList. On a list that is not merged it acts like the list itself, on a missing list like values to add. */
function deleteItems(
  original: JsonObject,
  field: string,
  change: Json,
  schema: MergeSchema | undefined,
  merging: Merging,
): void {
  const live = ownMember(original, field)
  if (change === null) delete original[field]
  else if (live === undefined) {
    if (merging.takesNewAsGiven) setOwn(original, field, change)
  } else if (!Array.isArray(live) || !Array.isArray(change)) setOwn(original, field, change)
  else {
    const below = fieldSchema(schema, field)
    if (live.every(isPlain) && change.every(isPlain) && (!below || below.patchStrategy?.includes('merge'))) {
      const gone = new Set(change.map(canonicalJson))
      setOwn(
        original,
        field,
        live.filter((item) => !gone.has(canonicalJson(item))),
      )
    } else setOwn(original, field, mergeList(live, change, below, merging))
  }
}

const isPlain = (item: Json): boolean => typeof item !== 'object' || item === null

function mergeField(live: Json | undefined, change: Json, schema: MergeSchema | undefined, merging: Merging): Json {
  if (live === undefined && merging.takesNewAsGiven) return change
  if (isObject(change)) {
    const strategies = schema?.patchStrategy ?? []
    if (isObject(live) && !strategies.includes('replace')) return mergeMap(live, change, schema, merging)
    return merging.takesNewAsGiven ? change : withoutDirectives(change, schema)
  }
  if (Array.isArray(change)) return mergeList(Array.isArray(live) ? live : [], change, schema, merging)
  return change
}

/** A patch's map, stripped of directives, for a target that does not exist yet. */
function withoutDirectives(patch: JsonObject, schema: MergeSchema | undefined): JsonObject {
  return mergeMap({}, patch, schema, {})
}

/** Merges lists that have a $setElementOrder, puts them in that order, and removes both from the patch. */
function mergeOrdered(
  original: JsonObject,
  patch: JsonObject,
  schema: MergeSchema | undefined,
  merging: Merging,
): void {
  for (const directive of Object.keys(patch)) {
    if (!isOrder(directive)) continue
    const order = listIn(patch[directive])
    delete patch[directive]
    const field = fieldOf(directive)
    const live = ownMember(original, field)
    const change = ownMember(patch, field)
    const liveList = live === undefined ? [] : listIn(live)
    const changed = change === undefined ? undefined : listIn(change)
    const element = listField(schema, field, fieldSchema(schema, field))
    checkOrder(order, changed ?? [], element?.patchMergeKey)
    if (live === undefined && changed === undefined) continue
    const asGiven = live === undefined && merging.takesNewAsGiven
    const merged = !changed ? liveList : asGiven ? changed : mergeList(liveList, changed, element, merging)
    if (liveList.length + (changed?.length ?? 0) === 0)
      throw new PatchError('mixed-items', 'no elements in any of the given slices')
    checkPlaces(merged, order, element?.patchMergeKey)
    setOwn(original, field, arrange(merged, order, liveList, identityIn(element, [...order, ...liveList])))
    delete patch[field]
  }
}

const identityIn = (schema: MergeSchema | undefined, items: readonly Json[]): ItemIdentity =>
  schema?.patchMergeKey !== undefined && items.some(isObject) ? byKey(schema.patchMergeKey) : byValue

function mergeList(live: Json[], change: Json[], schema: MergeSchema | undefined, merging: Merging): Json[] {
  if (!schema?.patchStrategy?.includes('merge')) return change
  const items = [...live, ...change]
  if (items.length === 0) return []
  if (Array.isArray(items[0])) throw new PatchError('list-of-lists', 'lists of lists cannot be merged')
  if (items.some(Array.isArray)) throw mixedItems(live, change)
  if (!items.some(isObject)) {
    const repeated = repeatedAt(items)
    return arrange(
      items.filter((_item, i) => !repeated.has(i)),
      change,
      live,
      byValue,
    )
  }
  if (!items.every(isObject)) throw mixedItems(live, change)
  return mergeKeyed(live as JsonObject[], change as JsonObject[], schema, merging)
}

const mixedItems = (live: Json[], change: Json[]): PatchError =>
  new PatchError('mixed-items', `list element types are not identical: ${goPlain([live, change])}`)

function mergeKeyed(live: JsonObject[], change: JsonObject[], schema: MergeSchema, merging: Merging): Json[] {
  const key = schema.patchMergeKey
  if (key === undefined) throw new PatchError('missing-merge-key', 'cannot merge lists without merge key for string')
  const identity = byKey(key)
  const deleted = new Set<string | undefined>()
  let replace = false
  const plain: JsonObject[] = []
  for (const item of change) {
    const directive = ownMember(item, DIRECTIVE)
    if (directive === undefined) plain.push(item)
    else if (directive === 'replace') replace = true
    else if (directive === 'delete') {
      requireKey(item, key)
      deleted.add(identity(item))
    } else if (directive === 'merge')
      throw new PatchError('unknown-directive', 'merging lists cannot yet be specified in the patch')
    else throw unknownDirective(item)
  }
  const taken = (item: JsonObject) => (merging.takesNewAsGiven ? item : withoutDirectives(item, schema.element))
  if (replace) return plain.map(taken)
  const merged = live.filter((item) => !deleted.has(identity(item)))
  const places = placesIn(merged, identity)
  for (const item of plain) {
    requireKey(item, key)
    const id = identity(item) ?? ''
    const position = places.get(id) ?? merged.length
    const found = merged[position]
    places.set(id, position)
    merged[position] = found ? mergeMap(found, clone(item), schema.element, merging) : taken(clone(item))
  }
  return arrange(merged, plain, live, identity)
}

const unknownDirective = (patch: JsonObject): PatchError =>
  new PatchError('unknown-directive', `unknown patch type: ${goPlain(patch[DIRECTIVE])} in map: ${goPlain(patch)}`)
