import { goPlain } from './go-untyped'
import { clone, isObject, setOwn, type Json, type JsonObject, ownMember } from './json'
import { canonicalJson, repeatedAt } from './json-text'
import { PatchError } from './patch-error'
import { arrange, byKey, byValue, type ItemIdentity, placesIn } from './strategic-order'

const DIRECTIVE = '$patch'
const RETAIN_KEYS = '$retainKeys'
const DELETE_PREFIX = '$deleteFromPrimitiveList/'
const ORDER_PREFIX = '$setElementOrder/'

/** How a patch is merged. */
export interface Merging {
  /**
   * Whether the value for a field or list item that does not exist yet is taken as it is, directives included, as releases before 1.28 do:
   * an item to delete is then added, and no merge key is required.
   */
  readonly takesNewAsGiven?: boolean
}

/** Type information for strategic merging; every Schema satisfies it. */
export interface MergeSchema {
  readonly type: string
  readonly fields?: ReadonlyMap<string, MergeSchema>
  readonly element?: MergeSchema
  readonly additional?: MergeSchema
  readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[]
  readonly patchMergeKey?: string
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
    if (key.startsWith(DELETE_PREFIX)) {
      const field = key.slice(DELETE_PREFIX.length)
      if (!Array.isArray(change)) throw new PatchError('malformed', `${key} must be a list of values`)
      const live = ownMember(original, field)
      const gone = new Set(change.map(canonicalJson))
      if (Array.isArray(live))
        setOwn(
          original,
          field,
          live.filter((item) => !gone.has(canonicalJson(item))),
        )
      else if (live === undefined && merging.takesNewAsGiven) setOwn(original, field, change)
      continue
    }
    if (change === null) delete original[key]
    else setOwn(original, key, mergeField(ownMember(original, key), change, fieldSchema(schema, key), merging))
  }
  return original
}

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

function retainKeys(original: JsonObject, patch: JsonObject): void {
  if (!Object.hasOwn(patch, RETAIN_KEYS)) return
  const list = patch[RETAIN_KEYS]
  delete patch[RETAIN_KEYS]
  if (!Array.isArray(list) || !list.every((key) => typeof key === 'string'))
    throw new PatchError('malformed', 'invalid patch format of retainKeys')
  const keep = new Set(list)
  for (const key of Object.keys(patch)) {
    if (patch[key] === null || key.startsWith(DELETE_PREFIX) || key.startsWith(ORDER_PREFIX) || keep.has(key)) continue
    throw new PatchError('keys-not-retained', `${RETAIN_KEYS} must name the field "${key}", which the patch sets`)
  }
  for (const key of Object.keys(original)) if (!keep.has(key)) delete original[key]
}

/** Merges lists that have a $setElementOrder, puts them in that order, and removes both from the patch. */
function mergeOrdered(
  original: JsonObject,
  patch: JsonObject,
  schema: MergeSchema | undefined,
  merging: Merging,
): void {
  for (const directive of Object.keys(patch)) {
    if (!directive.startsWith(ORDER_PREFIX)) continue
    const field = directive.slice(ORDER_PREFIX.length)
    const order = patch[directive]
    delete patch[directive]
    const live = ownMember(original, field)
    const change = ownMember(patch, field)
    for (const [name, value] of [
      [directive, order ?? null],
      [field, live],
      [field, change],
    ] as const)
      if (value !== undefined && value !== null && !Array.isArray(value))
        throw new PatchError('malformed', `${name} must be a list where ${directive} is given`)
    if (!Array.isArray(order)) throw new PatchError('malformed', `${directive} must be a list`)
    const element = fieldSchema(schema, field)
    const liveList = Array.isArray(live) ? live : []
    const identity = identityIn(element, [...order, ...liveList])
    if (Array.isArray(change)) checkOrder(order, change, identity)
    else if (change === null || live === undefined) continue
    const asGiven = live === undefined && merging.takesNewAsGiven
    const merged = !Array.isArray(change) ? liveList : asGiven ? change : mergeList(liveList, change, element, merging)
    setOwn(original, field, arrange(merged, order, liveList, identity))
    delete patch[field]
  }
}

/** Checks that items which a patch sets also appear in its $setElementOrder, in the same order. */
function checkOrder(order: readonly Json[], change: readonly Json[], identity: ItemIdentity): void {
  const kept = change.filter((item) => !(isObject(item) && Object.hasOwn(item, DIRECTIVE)))
  let next = 0
  for (const item of order) {
    const wanted = kept[next]
    const id = wanted === undefined ? undefined : identity(wanted)
    if (id !== undefined && id === identity(item)) next += 1
  }
  if (next < kept.length)
    throw new PatchError(
      'wrong-order',
      `The order in patch list:\n${goPlain(kept)}\n doesn't match ${ORDER_PREFIX.slice(0, -1)} list:\n${goPlain(order)}\n`,
    )
}

const identityIn = (schema: MergeSchema | undefined, items: readonly Json[]): ItemIdentity =>
  schema?.patchMergeKey !== undefined && items.some(isObject) ? byKey(schema.patchMergeKey) : byValue

function mergeList(live: Json[], change: Json[], schema: MergeSchema | undefined, merging: Merging): Json[] {
  if (!schema?.patchStrategy?.includes('merge')) return change
  const items = [...live, ...change]
  if (items.some(Array.isArray)) throw new PatchError('list-of-lists', 'lists of lists cannot be merged')
  if (items.length === 0) return []
  if (!items.some(isObject)) {
    const repeated = repeatedAt(items)
    return arrange(
      items.filter((_item, i) => !repeated.has(i)),
      change,
      live,
      byValue,
    )
  }
  if (!items.every(isObject))
    throw new PatchError('mixed-items', `list element types are not identical: ${goPlain([live, change])}`)
  return mergeKeyed(live as JsonObject[], change as JsonObject[], schema, merging)
}

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
    } else throw unknownDirective(item)
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

function requireKey(item: JsonObject, key: string): void {
  if (!Object.hasOwn(item, key) || item[key] === null)
    throw new PatchError('missing-merge-key', `map: ${goPlain(item)} does not contain declared merge key: ${key}`)
}

const unknownDirective = (patch: JsonObject): PatchError =>
  new PatchError('unknown-directive', `unknown patch type: ${goPlain(patch[DIRECTIVE])} in map: ${goPlain(patch)}`)
