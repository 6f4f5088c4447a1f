import { parseTimestamp } from '../../expressions/times'
import type { Type } from '../../expressions/types'
import { MapValue, ObjectValue, showScalar, type Value } from '../../expressions/values'
import { isObject } from '../../machinery/json'

/** JSON data as an expression value of dynamic type. */
export function dynamicValue(json: unknown): Value {
  if (Array.isArray(json)) return json.map(dynamicValue)
  if (isObject(json)) return MapValue.of(Object.entries(json).map(([key, value]) => [key, dynamicValue(value)]))
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json
  return typeof json === 'string' || typeof json === 'bigint' || typeof json === 'boolean' ? json : null
}

/** JSON data as a typed expression value; fields are converted lazily. */
export function typedValue(json: unknown, type: Type): Value {
  if (json === null || json === undefined) return null
  switch (type.kind) {
    case 'object': {
      const source = isObject(json) ? json : {}
      return new ObjectValue({
        typeName: type.name,
        fields: () => Object.keys(source),
        field: (name) => {
          const member = type.field(name)
          return member && Object.hasOwn(source, name) ? typedValue(source[name], member) : undefined
        },
      })
    }
    case 'list':
      return Array.isArray(json) ? json.map((item) => typedValue(item, type.element)) : dynamicValue(json)
    case 'map':
      return isObject(json)
        ? MapValue.of(Object.entries(json).map(([key, value]) => [key, typedValue(value, type.value)]))
        : dynamicValue(json)
    case 'timestamp':
      return typeof json === 'string' ? (parseTimestamp(json) ?? json) : dynamicValue(json)
    default:
      return dynamicValue(json)
  }
}

/** An expression value as JSON; undefined if it has no JSON form. */
export function jsonOf(value: Value): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return value
  if (typeof value === 'bigint') return value >= -MAX_SAFE && value <= MAX_SAFE ? Number(value) : value
  if (Array.isArray(value)) return value.map(jsonOf)
  if (value instanceof MapValue)
    return Object.fromEntries([...value.entries()].map(([key, member]) => [showScalar(key), jsonOf(member)]))
  if (value instanceof ObjectValue)
    return Object.fromEntries(value.names().map((name) => [name, jsonOf(value.get(name) ?? null)]))
  return undefined
}
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)
