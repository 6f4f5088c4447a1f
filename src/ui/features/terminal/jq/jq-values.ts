import { isObject } from '../../../../machinery/json'
import { JqMistake } from './jq-mistake'

const KINDS = ['null', 'false', 'true', 'number', 'string', 'array', 'object'] as const

/** The name of a value's type in jq. */
export const kindOf = (value: unknown): string =>
  value === null || value === undefined
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'bigint'
        ? 'number'
        : typeof value

const rank = (value: unknown): number =>
  KINDS.indexOf((typeof value === 'boolean' ? String(value) : kindOf(value)) as (typeof KINDS)[number])

/** Compares values in jq's order: null, false, true, numbers, strings, arrays, objects. */
export function compare(a: unknown, b: unknown): number {
  const byRank = rank(a) - rank(b)
  if (byRank !== 0) return byRank
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = compare(a[i], b[i])
      if (order !== 0) return order
    }
    return a.length - b.length
  }
  if (isObject(a) && isObject(b)) {
    const [left, right] = [Object.keys(a).sort(), Object.keys(b).sort()]
    return (
      compare(left, right) ||
      compare(
        left.map((key) => a[key]),
        right.map((key) => b[key]),
      )
    )
  }
  return 0
}

/** Truthiness: everything but null and false is true. */
export const isTrue = (value: unknown): boolean => value !== null && value !== undefined && value !== false

/** @throws JqMistake if the value is not an array; `what` names the calling function */
export const requireList = (value: unknown, what: string): unknown[] => {
  if (Array.isArray(value)) return value
  throw new JqMistake(`${kindOf(value)} is not an array: ${what}`)
}

/** @throws JqMistake if the value is not a string; `what` names the calling function */
export const textIn = (value: unknown, what: string): string => {
  if (typeof value === 'string') return value
  throw new JqMistake(`${kindOf(value)} is not a string: ${what}`)
}

/**
 * Adds two values: numbers are summed, strings and arrays concatenated, objects merged; null is neutral.
 * @throws JqMistake for values of different types
 */
export function add(a: unknown, b: unknown): unknown {
  if (a === null || a === undefined) return b
  if (b === null || b === undefined) return a
  if (typeof a === 'number' && typeof b === 'number') return a + b
  if (typeof a === 'string' && typeof b === 'string') return a + b
  if (Array.isArray(a) && Array.isArray(b)) return [...(a as unknown[]), ...(b as unknown[])]
  if (isObject(a) && isObject(b)) return { ...a, ...b }
  throw new JqMistake(`${kindOf(a)} and ${kindOf(b)} cannot be added`)
}

/** A value as part of a string: strings without quotes, everything else as JSON. */
export const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** Whether `a` contains `b` at any depth; strings contain their substrings. */
export function contains(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.includes(b)
  if (Array.isArray(a) && Array.isArray(b)) return b.every((wanted) => a.some((one) => contains(one, wanted)))
  if (isObject(a) && isObject(b)) return Object.entries(b).every(([key, value]) => key in a && contains(a[key], value))
  return compare(a, b) === 0
}

/** Number of characters, items or members; a number's absolute value. */
export function length(value: unknown): number {
  if (value === null || value === undefined) return 0
  if (typeof value === 'number') return Math.abs(value)
  if (typeof value === 'string') return [...value].length
  return Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0
}
