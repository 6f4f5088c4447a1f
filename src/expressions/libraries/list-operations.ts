import { fail } from '../expression-error'
import { guardedBy, metered, overload, type CallCost, type Library } from '../functions'
import type { Meter } from '../meter'
import { compareValues, equalValues } from '../value-comparison'
import { SORT_BY_KEYS } from '../operators'
import { isList, typeNameOf, type Value } from '../values'

const COMPARABLE = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes']
/** Cost of a call that makes a list, without its items. */
const NEW_LIST = 11
/** Items of strings or bytes cost more to compare. */
const TEXT_FACTOR = 2.1
const FACTOR = 2

const bounded = (value: Value | undefined): number => (typeof value === 'bigint' ? Math.max(0, Number(value)) : 0)
const perItem: CallCost = ([size = 0]) => size + NEW_LIST
const perStep: CallCost = ([size = 0], [, depth]) => size * bounded(depth) + NEW_LIST
const perRange: CallCost = (_, [count]) => bounded(count) + NEW_LIST
const perSlice: CallCost = (_, [, start, end]) => Math.max(0, bounded(end) - bounded(start)) + NEW_LIST
/** Cost of comparing each item with each. */
function perPair(list: Value | undefined): number {
  if (list === undefined || !isList(list)) return NEW_LIST
  const [first] = list
  const factor = typeof first === 'string' || first instanceof Uint8Array ? TEXT_FACTOR : FACTOR
  return Math.floor(list.length * list.length * factor) + NEW_LIST
}

function slice(list: readonly Value[], start: bigint, end: bigint): readonly Value[] {
  const why = `cannot slice(${start}, ${end})`
  if (start < 0n || end < 0n) fail(`${why}, negative indexes not supported`)
  if (start > end) fail(`${why}, start index must be less than or equal to end index`)
  if (end > list.length) fail(`${why}, list is length ${list.length}`)
  return list.slice(Number(start), Number(end))
}
function flatten(list: readonly Value[], depth: bigint): readonly Value[] {
  if (depth < 0n) fail('level must be non-negative')
  return depth === 0n ? list : list.flatMap((item) => (isList(item) ? flatten(item, depth - 1n) : [item]))
}
function distinct(meter: Meter, list: readonly Value[]): readonly Value[] {
  const seen: Value[] = []
  for (const item of list) if (!seen.some((one) => equalValues(one, item, meter))) seen.push(item)
  return seen
}
function sortedBy(list: readonly Value[], keys: readonly Value[]): readonly Value[] {
  const [first] = keys
  if (first === undefined) return list
  const type = typeNameOf(first)
  if (keys.some((key) => typeNameOf(key) !== type)) fail('list elements must have the same type')
  const order = [...list.keys()].sort((a, b) => compareValues(keys[a] ?? null, keys[b] ?? null) ?? 0)
  return order.map((i) => list[i] ?? null)
}

/** Functions that make lists of lists. */
export const LIST_OPERATIONS: Library = [
  overload('list(A)::slice(int, int) list(A)', slice, perSlice),
  // A list of a type that is not known may contain items that are no lists: they stay.
  guardedBy(
    overload('list(list(A))::flatten() list(A)', (list: readonly Value[]) => flatten(list, 1n), perItem),
    'list(dyn)',
  ),
  overload('list(dyn)::flatten(int) list(dyn)', flatten, perStep),
  overload('list(A)::reverse() list(A)', (list: readonly Value[]) => [...list].reverse(), perItem),
  overload(
    'lists.range(int) list(int)',
    (count: bigint) => Array.from({ length: bounded(count) }, (_, i) => BigInt(i)),
    perRange,
  ),
  metered('list(A)::distinct() list(A)', distinct, (_, [list]) => perPair(list)),
  ...COMPARABLE.flatMap((type) => [
    overload(
      `list(${type})::sort() list(${type})`,
      (list: readonly Value[]) => sortedBy(list, list),
      (_, [list]) => perPair(list),
    ),
    overload(`list(A)::${SORT_BY_KEYS}(list(${type})) list(A)`, sortedBy, (_, [, keys]) => perPair(keys)),
  ]),
]
