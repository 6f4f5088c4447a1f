import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  quantityOf,
  quantitySign,
  subtractQuantities,
} from '../../machinery/quantity'
import type { SerializedQuantity } from '../kinds/shared/serialized-quantity'

/** Amounts by resource name. */
export type Usage = ReadonlyMap<string, Quantity>

/** No usage. */
export const NOTHING_USED: Usage = new Map()
/** The quantity 1, for objects that are counted. */
export const ONE = quantityOf(1)
/** The quantity 0. */
export const ZERO = quantityOf(0)

/** Amounts by resource, parsed. */
export const readUsage = (list: Readonly<Record<string, SerializedQuantity>> | undefined): Map<string, Quantity> =>
  new Map(Object.entries(list ?? {}).map(([name, amount]) => [name, parseQuantity(amount)]))

/** Amounts by resource, as stored. */
export const writeUsage = (usage: Usage): Record<string, string> =>
  Object.fromEntries([...usage].map(([name, amount]) => [name, formatQuantity(amount)]))

/** Adds amounts to `into`, in place. */
export function addUsage(into: Map<string, Quantity>, more: Usage): void {
  for (const [name, amount] of more) {
    const before = into.get(name)
    into.set(name, before ? addQuantities(before, amount) : amount)
  }
}

/** Raises each amount to the greater of both, in place. */
export function raiseUsage(into: Map<string, Quantity>, other: Usage): void {
  for (const [name, amount] of other) {
    const before = into.get(name)
    if (!before || compareQuantities(amount, before) > 0) into.set(name, amount)
  }
}

/** Amounts in `now` that differ from `before`, as differences. */
export function usageDifference(now: Usage, before: Usage): Map<string, Quantity> {
  const result = new Map<string, Quantity>()
  for (const name of new Set([...now.keys(), ...before.keys()])) {
    const difference = subtractQuantities(now.get(name) ?? ZERO, before.get(name) ?? ZERO)
    if (quantitySign(difference) !== 0) result.set(name, difference)
  }
  return result
}

/** Increase of each amount, zero if it did not increase. */
export function usageIncrease(now: Usage, before: Usage): Map<string, Quantity> {
  const difference = usageDifference(now, before)
  return new Map(
    [...new Set([...now.keys(), ...before.keys()])].map((name) => {
      const amount = difference.get(name) ?? ZERO
      return [name, quantitySign(amount) > 0 ? amount : ZERO]
    }),
  )
}

/** Filters amounts by name and value. */
export const usageWhere = (usage: Usage, passes: (name: string, amount: Quantity) => boolean): Map<string, Quantity> =>
  new Map([...usage].filter(([name, amount]) => passes(name, amount)))

/** `name=amount` sorted by name, as in messages. */
export const usageText = (usage: Usage): string =>
  [...usage]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, amount]) => `${name}=${formatQuantity(amount)}`)
    .join(',')
