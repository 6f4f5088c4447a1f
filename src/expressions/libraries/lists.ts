import { fail } from '../expression-error'
import { type CallCost, metered, overload, type Library } from '../functions'
import type { Meter } from '../meter'
import { Duration, isList, sizeOf, Unsigned, type Value } from '../values'
import { compareValues, equalValues } from '../value-comparison'
import { int64 } from './int64'

const SUMMED: readonly (readonly [string, Value])[] = [
  ['int', 0n],
  ['uint', new Unsigned(0n)],
  ['double', 0],
  ['duration', new Duration(0n)],
]
const COMPARED = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes']

function plus(a: Value, b: Value): Value {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int64(a + b)
  if (typeof a === 'number' && typeof b === 'number') return a + b
  if (a instanceof Duration && b instanceof Duration) return new Duration(int64(a.ns + b.ns))
  if (!(a instanceof Unsigned) || !(b instanceof Unsigned)) return fail('no such overload: sum')
  const sum = a.value + b.value
  return sum < 2n ** 64n ? new Unsigned(sum) : fail('unsigned integer overflow')
}
const isSorted = (list: readonly Value[]): boolean =>
  list.every((item, i) => i === 0 || (compareValues(list[i - 1] ?? null, item) ?? 1) <= 0)
const extreme =
  (name: string, sign: number) =>
  (list: readonly Value[]): Value => {
    const [first, ...rest] = list
    if (first === undefined) return fail(`${name} called on empty list`)
    return rest.reduce((best, item) => ((compareValues(item, best) ?? 0) * sign > 0 ? item : best), first)
  }
const indexOf = (meter: Meter, list: readonly Value[], wanted: Value): bigint =>
  BigInt(list.findIndex((one) => equalValues(one, wanted, meter)))
const lastIndexOf = (meter: Meter, list: readonly Value[], wanted: Value): bigint =>
  BigInt(list.findLastIndex((one) => equalValues(one, wanted, meter)))
/** Steps for an item without a cost: what has one is limited by that. */
const FREE_ITEM_STEPS = 60
/** Cost of looking through a value once: a tenth of each text, rounded down, and one for anything else. */
function traversal(value: Value, meter: Meter): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return Math.floor(meter.sizeOf(value) * 0.1)
  if (!isList(value)) return 1
  let sum = 0
  for (const item of value) {
    const cost = traversal(item, meter)
    meter.spend(cost === 0 ? FREE_ITEM_STEPS : 1)
    sum += cost
  }
  return sum
}
/** Cost of a call that looks through its first argument. */
export const perItem: CallCost = (_, [value = null], meter) => traversal(value, meter)

/** List functions. */
export const LISTS: Library = [
  ...COMPARED.flatMap((type) => [
    overload(`list(${type})::isSorted() bool`, isSorted, perItem),
    overload(`list(${type})::min() ${type}`, extreme('min', -1), perItem),
    overload(`list(${type})::max() ${type}`, extreme('max', 1), perItem),
  ]),
  ...SUMMED.map(([type, zero]) =>
    overload(
      `list(${type})::sum() ${type}`,
      (list: Value[]) => (sizeOf(list) === 0 ? zero : list.reduce(plus)),
      perItem,
    ),
  ),
  metered('list(A)::indexOf(A) int', indexOf, perItem),
  metered('list(A)::lastIndexOf(A) int', lastIndexOf, perItem),
]
