import { isObject } from '../../machinery/json'
import { TemplateFailure } from './go-template-errors'
import { Float } from './go-value'
import { sortedEntries } from './json-text'

/** Whether a template prints `<no value>` for it. */
export const isNothing = (value: unknown): boolean => value === undefined || value === null

/** Keys and values for a range; undefined if the value can't be ranged over. */
export function entriesOf(value: unknown): [unknown, unknown][] | undefined {
  if (isNothing(value)) return []
  if (Array.isArray(value)) return value.map((item: unknown, at) => [BigInt(at), item])
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value)))
    return Array.from({ length: Number(value) }, (_none, at) => [BigInt(at), BigInt(at)])
  return isObject(value) && !(value instanceof Float) ? sortedEntries(value) : undefined
}

/**
 * The value at the end of a chain of members, such as `.metadata.name`.
 * @throws TemplateFailure if a value has no members
 */
export function members(value: unknown, fields: readonly string[]): unknown {
  let found = value
  for (const field of fields) {
    // A missing value has no members either; only null is an error.
    if (found === undefined) return undefined
    if (found === null) throw new TemplateFailure(`nil pointer evaluating interface {}.${field}`)
    if (!isObject(found)) throw new TemplateFailure(`can't evaluate field ${field} in type interface {}`)
    found = found[field]
  }
  return found
}
