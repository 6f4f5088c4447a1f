import { fail } from './expression-error'
import { isList, MapValue, ObjectValue, OptionalValue, type Value } from './values'

/** A value as the optional value it must be. @throws EvaluationError */
export const optionalOf = (value: Value): OptionalValue =>
  value instanceof OptionalValue ? value : fail('no such overload')

/** The value of a field; undefined if the object or map lacks it. @throws EvaluationError for values without fields */
export function fieldOf(value: Value, field: string): Value | undefined {
  if (value instanceof MapValue || value instanceof ObjectValue) return value.get(field)
  return fail(`no such key: ${field}`)
}

/** The item at an index or key; undefined if there is none. @throws EvaluationError for values without items */
export function itemOf(value: Value, at: Value): Value | undefined {
  if (value instanceof MapValue) return value.get(at)
  return isList(value) && typeof at !== 'string' ? value[Number(at)] : fail('no such overload')
}
