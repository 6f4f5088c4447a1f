/** Steps that read a field or an item of a value, and look into an optional value on the way. */
import { fail } from './expression-error'
import type { Step } from './frame'
import type { Overload } from './functions'
import { choose } from './overloads'
import { fieldOf, itemOf } from './value-access'
import { OptionalValue } from './values'

interface FieldAccess {
  readonly field: string
  /** `has(…)`: whether the field is there. */
  readonly test?: boolean
  /** `value.?field`: an optional value instead of an error if the field is absent. */
  readonly optional?: boolean
}

/** Reads a field. A field of an optional value is optional. */
export const fieldStep = (operand: Step, { field, test, optional }: FieldAccess): Step => {
  return (frame) => {
    const value = operand(frame)
    const isOptional = value instanceof OptionalValue
    const inner = isOptional ? value.value : value
    const found = inner === undefined ? undefined : fieldOf(inner, field)
    if (test) return found !== undefined
    // An optional step that leads nowhere is not taken.
    if (found !== undefined || !(isOptional || optional)) frame.charge(1)
    if (isOptional || optional) return found === undefined ? OptionalValue.none : new OptionalValue(found)
    return found === undefined ? fail(`no such key: ${field}`) : found
  }
}

/** Reads an item of a list or map; `overloads` are those of `_[_]`. An item of an optional value, or by `[?key]`, is optional. */
export const itemStep = (
  collection: Step | undefined,
  key: Step | undefined,
  overloads: readonly Overload[],
  optional: boolean,
): Step => {
  return (frame) => {
    const value = collection?.(frame) ?? null
    const at = key?.(frame) ?? null
    if (!(value instanceof OptionalValue) && !optional) {
      frame.charge(1)
      return choose(overloads, [value, at], '_[_]').call(frame, value, at)
    }
    const inner = value instanceof OptionalValue ? value.value : value
    const found = inner === undefined ? undefined : itemOf(inner, at)
    if (found === undefined) return OptionalValue.none
    frame.charge(1)
    return new OptionalValue(found)
  }
}
