import { overload, type CallCost, type Library } from '../functions'
import { equalValues, type Value } from '../values'

const contains = (list: readonly Value[], parts: readonly Value[]): boolean =>
  parts.every((part) => list.some((item) => equalValues(item, part)))
/** Each item of the one is compared with each of the other. */
const pairs: CallCost = ([a = 0, b = 0]) => 1 + a * b
const bothWays: CallCost = ([a = 0, b = 0]) => 1 + 2 * a * b

/** Lists as sets: order and repetitions don't count. */
export const SET_LIBRARY: Library = [
  overload('sets.contains(list(A), list(A)) bool', contains, pairs),
  overload(
    'sets.equivalent(list(A), list(A)) bool',
    (a: Value[], b: Value[]) => contains(a, b) && contains(b, a),
    bothWays,
  ),
  overload(
    'sets.intersects(list(A), list(A)) bool',
    (a: Value[], b: Value[]) => a.some((item) => b.some((other) => equalValues(item, other))),
    pairs,
  ),
]
