import { byText } from '../../machinery/by-text'
import { isQuantity, compareQuantities, parseQuantity } from '../../machinery/quantity'
import { isObject } from '../../machinery/json'
import { CommandError } from '../core/errors'
import { goType, printValue } from './go-value'
import { JsonPath, relaxedPath } from './jsonpath'
import { isNumber } from './jsonpath-values'

/** Values without an order. The reference client logs this as a fatal error of its own. */
export class Unsortable extends CommandError {
  constructor(
    readonly path: string,
    readonly type: string,
  ) {
    super(`Field ${path} in [][][]reflect.Value is an unsortable type: interface, err: unsortable type: ${type}`)
  }
}

/**
 * Sorts items by a field of their objects; those without the field come first. `needed` requires at least one object with it.
 * @throws CommandError for an invalid path, or if no object has a required field
 */
export function sortByField<T>(items: readonly T[], objectOf: (item: T) => unknown, field: string, needed = true): T[] {
  const text = relaxedPath(field)
  const path = pathOf(text)
  const keyed = items.map((item) => ({ item, value: path.find(objectOf(item)).flat()[0] }))
  if (needed && items.length > 0 && keyed.every(({ value }) => value === undefined))
    throw new CommandError(`couldn't find any field with path ${JSON.stringify(text)} in the list of objects`)
  const odd = keyed.find(({ value }) => isObject(value))
  if (odd && keyed.length > 1) throw new Unsortable(text, goType(odd.value))
  return keyed.sort((a, b) => compareValues(a.value, b.value)).map(({ item }) => item)
}

/** @throws CommandError with the mistake in the path only */
function pathOf(text: string): JsonPath {
  try {
    return new JsonPath(text)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(error.message.replace(`error parsing jsonpath ${text}, `, ''))
  }
}

/** Whether a text is a valid path to a field. */
export function isPath(field: string): boolean {
  try {
    return new JsonPath(relaxedPath(field)).text !== ''
  } catch (error) {
    if (error instanceof CommandError) return false
    throw error
  }
}

/** Whether any of the objects has a field. */
export function hasField<T>(items: readonly T[], objectOf: (item: T) => unknown, field: string): boolean {
  const path = new JsonPath(relaxedPath(field))
  return items.some((item) => path.find(objectOf(item)).flat()[0] !== undefined)
}

function compareValues(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0
  if (typeof a === 'string' && typeof b === 'string') {
    if (isQuantity(a) && isQuantity(b)) return compareQuantities(parseQuantity(a), parseQuantity(b))
    return naturalOrder(a, b)
  }
  if (isObject(a) || isObject(b)) return 0
  return byText(printValue(a), printValue(b))
}

/** Natural order: digits in strings are compared as numbers, so `a2` comes before `a10`. */
export function naturalOrder(a: string, b: string): number {
  const parts = (text: string): string[] => text.match(/\d+|\D+/g) ?? []
  const [left, right] = [parts(a), parts(b)]
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x = '', y = ''] = [left[i], right[i]]
    if (x === y) continue
    const numbers = /^\d/.test(x) && /^\d/.test(y)
    return numbers && Number(x) !== Number(y) ? Number(x) - Number(y) : byText(x, y)
  }
  return left.length - right.length
}
