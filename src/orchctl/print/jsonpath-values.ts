import { byText } from '../../machinery/by-text'
import { isObject } from '../../machinery/json'
import { CommandError } from '../core/errors'
import { goType } from './go-value'
import { sortedEntries } from './json-text'
import type { SliceStep } from './jsonpath-parser'

/** Whether a path found nothing. */
export const isNothing = (value: unknown): boolean => value === null || value === undefined

/** Items of a list, or values of an object sorted by name. */
export const children = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isObject(value) ? sortedEntries(value).map(([, member]) => member) : []

/** The value and all its descendants, without leaves. */
export function descendants(value: unknown): unknown[] {
  const below = children(value)
  return below.length === 0 ? [] : [value, ...below.flatMap(descendants)]
}

/**
 * The items in `[from:to:step]`; negative numbers count from the end.
 * @throws CommandError outside the list
 */
export function sliced(value: unknown, { from = 0, to, by, single }: SliceStep): unknown[] {
  if (!Array.isArray(value)) throw new CommandError(`${goType(value)} is not array or slice`)
  const list: readonly unknown[] = value
  const { length } = list
  const outside = (index: number): CommandError =>
    new CommandError(`array index out of bounds: index ${index}, length ${length}`)
  const start = from < 0 ? from + length : from
  let end = to ?? (single ? from + 1 : length)
  if (end < 0 || (end === 0 && single)) end += length
  if (start === end) return []
  if (start < 0 || start >= length) throw outside(start)
  if (end < 0 || end > length) throw outside(end - 1)
  if (start > end) throw new CommandError(`starting index ${start} is greater than ending index ${end}`)
  const part = list.slice(start, end)
  if (by === undefined) return part
  if (by <= 0) throw new CommandError('step must be > 0')
  return part.filter((_item, at) => at % by === 0)
}

/** Integers beyond 2^53 are bigint. */
export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

const isWhole = (value: number | bigint): boolean => typeof value === 'bigint' || Number.isInteger(value)

function orderOf(left: unknown, right: unknown): number {
  if (isNumber(left) && isNumber(right) && isWhole(left) === isWhole(right))
    return left < right ? -1 : left > right ? 1 : 0
  if (typeof left === 'string' && typeof right === 'string') return byText(left, right)
  if (typeof left === 'boolean' && typeof right === 'boolean') return left === right ? 0 : NaN
  throw new CommandError('incompatible types for comparison')
}

/**
 * Whether a filter's comparison is true.
 * @throws CommandError for types that can't be compared
 */
export function holds(left: unknown, operator: string, right: unknown): boolean {
  const order = orderOf(left, right)
  switch (operator) {
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    default:
      throw new CommandError(`unrecognized filter operator ${operator}`)
  }
}
