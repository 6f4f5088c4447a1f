import { clone, isObject, setOwn } from '../../machinery/json'
import { itemSchema, propertyOf, valuesOf, type JsonSchema } from './definition'

const isUnwantedNull = (value: unknown, schema: JsonSchema | undefined): boolean =>
  value === null && schema !== undefined && schema.nullable !== true

/**
 * Applies defaults in place to properties that are absent, or null and not nullable. Other nulls that are not nullable are dropped, as if
 * not sent, or with `keepNulls` left to validation.
 */
export function applyDefaults(value: unknown, schema: JsonSchema | undefined, keepNulls = false): void {
  if (!schema) return
  if (Array.isArray(value)) {
    const items = itemSchema(schema)
    value.forEach((item, i) => {
      if (isUnwantedNull(item, items) && items?.default !== undefined) value[i] = clone(items.default)
      applyDefaults(value[i], items, keepNulls)
    })
  } else if (isObject(value)) defaultMembers(value, schema, keepNulls)
}

function defaultMembers(value: Record<string, unknown>, schema: JsonSchema, keepNulls: boolean): void {
  for (const [key, property] of Object.entries(schema.properties ?? {}))
    if (property.default !== undefined && (!Object.hasOwn(value, key) || isUnwantedNull(value[key], property)))
      setOwn(value, key, clone(property.default))
  for (const key of Object.keys(value)) {
    const member = propertyOf(schema, key) ?? valuesOf(schema)
    if (isUnwantedNull(value[key], member)) {
      if (member?.default === undefined) {
        if (!keepNulls) delete value[key]
        continue
      }
      value[key] = clone(member.default)
    }
    applyDefaults(value[key], member, keepNulls)
  }
}
