import { metered, type CallCost, type Library } from '../functions'
import type { Meter } from '../meter'
import type { Value } from '../values'
import { equalValues } from '../value-comparison'

const contains = (meter: Meter, list: readonly Value[], parts: readonly Value[]): boolean =>
  parts.every((part) => list.some((item) => equalValues(item, part, meter)))
/** Cost of comparing each item of one list with each of the other. */
const pairs: CallCost = ([a = 0, b = 0]) => 1 + a * b
const bothWays: CallCost = ([a = 0, b = 0]) => 1 + 2 * a * b

/** Lists as sets: order and duplicates don't count. */
export const SET_LIBRARY: Library = [
  metered('sets.contains(list(A), list(A)) bool', contains, pairs),
  metered(
    'sets.equivalent(list(A), list(A)) bool',
    (meter, a: Value[], b: Value[]) => contains(meter, a, b) && contains(meter, b, a),
    bothWays,
  ),
  metered(
    'sets.intersects(list(A), list(A)) bool',
    (meter, a: Value[], b: Value[]) => a.some((item) => b.some((other) => equalValues(item, other, meter))),
    pairs,
  ),
]
