import { addTo } from './comprehensions'
import { LIST_COST, MAP_COST, OBJECT_COST, type Step } from './frame'
import { optionalOf } from './value-access'
import { MapValue, ObjectValue, type Value } from './values'

/** Steps for each item of a list literal and each entry of a map or object literal, which have no published cost. */
const [ITEM_STEPS, ENTRY_STEPS] = [25, 250]

/** A list literal of constants; its items need no step of their own. */
export const constantList =
  (values: readonly Value[]): Step =>
  (frame) => {
    frame.spend(values.length * ITEM_STEPS)
    frame.charge(LIST_COST)
    return values
  }

/** A list literal. An optional item without a value is left out. */
export function listLiteral(steps: readonly { readonly step: Step; readonly optional: boolean }[]): Step {
  return (frame) => {
    const values: Value[] = []
    frame.spend(steps.length * ITEM_STEPS)
    for (const { step, optional } of steps) {
      const value = step(frame)
      const item = optional ? optionalOf(value).value : value
      if (item !== undefined) values.push(item)
    }
    frame.charge(LIST_COST)
    return values
  }
}

/** A map literal. An optional entry without a value is left out. */
export function mapLiteral(
  steps: readonly { readonly key: Step; readonly value: Step; readonly optional: boolean }[],
): Step {
  return (frame) => {
    const map = new MapValue()
    frame.spend(steps.length * ENTRY_STEPS)
    for (const { key, value, optional } of steps) {
      const name = key(frame)
      const given = value(frame)
      const member = optional ? optionalOf(given).value : given
      if (member !== undefined) addTo(map, name, member)
    }
    frame.charge(MAP_COST)
    return map
  }
}

/** An object literal of the named type. An optional field without a value is left out. */
export function objectLiteral(
  typeName: string,
  steps: readonly { readonly field: string; readonly value: Step; readonly optional: boolean }[],
): Step {
  return (frame) => {
    const fields = new Map<string, Value>()
    frame.spend(steps.length * ENTRY_STEPS)
    for (const { field, value, optional } of steps) {
      const given = value(frame)
      const member = optional ? optionalOf(given).value : given
      if (member !== undefined) fields.set(field, member)
    }
    frame.charge(OBJECT_COST)
    return new ObjectValue({ typeName, fields: () => [...fields.keys()], field: (one) => fields.get(one) })
  }
}
