import { goPlain, goUntypedType } from './go-untyped'
import { isObject, type Json, type JsonObject, ownMember } from './json'
import { canonicalJson } from './json-text'
import { PatchError } from './patch-error'

/** Type information for strategic merging; every Schema satisfies it. */
export interface MergeSchema {
  readonly type: string
  /** Name of a struct, for messages. */
  readonly name?: string
  readonly fields?: ReadonlyMap<string, MergeSchema>
  readonly element?: MergeSchema
  readonly additional?: MergeSchema
  readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[]
  readonly patchMergeKey?: string
}

/** Directives of strategic merge patches, and what they require of the patch. Messages are those of real servers. */

export const DIRECTIVE = '$patch'
const RETAIN_KEYS = '$retainKeys'
const DELETE = '$deleteFromPrimitiveList'
const ORDER = '$setElementOrder'

/** Whether a member is the directive `$deleteFromPrimitiveList/…`. */
export const isDeletion = (key: string): boolean => key.startsWith(DELETE)
/** Whether a member is the directive `$setElementOrder/…`. */
export const isOrder = (key: string): boolean => key.startsWith(ORDER)

/** The field that a directive such as `$setElementOrder/ports` is about. */
export function fieldOf(directive: string): string {
  const name = isOrder(directive) ? ORDER : DELETE
  if (!directive.startsWith(`${name}/`))
    throw new PatchError(
      'malformed',
      `invalid patch format of ${isOrder(directive) ? 'setElementOrder' : 'primitive'} list`,
    )
  return directive.slice(name.length + 1)
}

const wrongType = (expected: string, value: unknown): PatchError =>
  new PatchError('wrong-type', `expected a ${expected}, but received a ${goUntypedType(value)}`)

/** The value as a list. */
export function listIn(value: Json | undefined): Json[] {
  if (!Array.isArray(value)) throw wrongType('[]interface {}', value)
  return value
}

/** The schema of a list that has an order; refuses fields that the struct does not have, and those that hold no list. */
export function listField(
  schema: MergeSchema | undefined,
  field: string,
  found: MergeSchema | undefined,
): MergeSchema | undefined {
  if (schema?.type === 'struct' && schema.name !== undefined && !found) {
    const struct = schema.name.split('.').at(-1) ?? ''
    throw new PatchError(
      'no-such-field',
      `unable to find api field in struct ${struct} for the json field ${JSON.stringify(field)}`,
    )
  }
  if (schema?.type === 'struct' && found && found.type !== 'list')
    throw new PatchError('wrong-type', 'expected slice or array type, but got: struct')
  return found
}

/** Empties the original of all keys that $retainKeys does not name, and removes the directive. */
export function retainKeys(original: JsonObject, patch: JsonObject): void {
  if (!Object.hasOwn(patch, RETAIN_KEYS)) return
  const list = patch[RETAIN_KEYS]
  delete patch[RETAIN_KEYS]
  const keep = new Set<Json>(Array.isArray(list) ? list : [])
  const misses = Object.keys(patch).some(
    (key) => patch[key] !== null && !isDeletion(key) && !isOrder(key) && !keep.has(key),
  )
  if (!Array.isArray(list) || misses) throw new PatchError('malformed', 'invalid patch format of retainKeys')
  for (const key of Object.keys(original)) if (!keep.has(key)) delete original[key]
}

/** The merge key of an item. Throws if the item is no map or lacks it. */
function keyOf(item: Json, key: string): string {
  if (!isObject(item)) throw wrongType('map[string]interface {}', item)
  requireKey(item, key)
  return canonicalJson(item[key])
}

/** Throws PatchError if a list item lacks its merge key. */
export function requireKey(item: JsonObject, key: string): void {
  if (!Object.hasOwn(item, key) || item[key] === null)
    throw new PatchError('missing-merge-key', `map: ${goPlain(item)} does not contain declared merge key: ${key}`)
}

/** Checks that items which a patch sets also appear in its $setElementOrder, in the same order. */
export function checkOrder(order: readonly Json[], change: readonly Json[], key: string | undefined): void {
  if (order.length === 0 || change.length === 0) return
  const identity = (item: Json): string => (key === undefined ? canonicalJson(item) : keyOf(item, key))
  const odd = key === undefined ? undefined : change.find((item) => !isObject(item))
  if (odd !== undefined) throw wrongType('map[string]interface {}', odd)
  const kept = change.filter((item) => !(isObject(item) && ownMember(item, DIRECTIVE) !== undefined))
  let next = 0
  for (const item of order) {
    const wanted = kept[next]
    if (wanted === undefined) break
    if (identity(wanted) === identity(item)) next += 1
  }
  if (next < kept.length)
    throw new PatchError(
      'wrong-order',
      `The order in patch list:\n${goPlain(change)}\n doesn't match ${ORDER} list:\n${goPlain(order)}\n`,
    )
}

/** Checks that the items of a merged list can be looked up in their order. */
export function checkPlaces(merged: readonly Json[], order: readonly Json[], key: string | undefined): void {
  if (key === undefined) return
  const odd = order.findIndex((item) => !isObject(item))
  for (const item of merged) keyOf(item, key)
  if (odd >= 0) throw new PatchError('wrong-type', `value for key ${odd} is not a map`)
  for (const item of order) keyOf(item, key)
}
