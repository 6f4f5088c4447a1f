import { propertyNamed } from '../../api/apiextensions/rules/field-names'
import { MapValue, ObjectValue, type Value } from '../../expressions/values'

/** A map whose members can also be read by their escaped names. */
class EscapedMap extends MapValue {
  override get(key: Value): Value | undefined {
    return super.get(typeof key === 'string' ? (propertyNamed(key) ?? key) : key)
  }
}

/** A value in which all maps can be read by escaped names (authentication document, "Structured configuration"). */
export function readByEscapedNames(value: Value): Value {
  if (Array.isArray(value)) return value.map(readByEscapedNames)
  if (value instanceof MapValue) {
    const map = new EscapedMap()
    for (const [key, member] of value.entries()) map.add(key, readByEscapedNames(member))
    return map
  }
  if (!(value instanceof ObjectValue)) return value
  return new ObjectValue({
    typeName: value.typeName,
    fields: () => value.names(),
    field: (name) => {
      const member = value.get(name)
      return member === undefined ? undefined : readByEscapedNames(member)
    },
  })
}
