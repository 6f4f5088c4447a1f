import { equal, isObject } from '../../../machinery/json'
import { canonicalJson } from '../../../machinery/json-text'
import { itemSchema, type JsonSchema, propertyOf, valuesOf } from '../definition'

/** A value and, if it can be correlated, the value it replaces. */
interface Place {
  readonly path: string
  readonly value: unknown
  readonly old: unknown
  readonly schema: JsonSchema
}

const own = (object: unknown, key: string): unknown =>
  isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined

/** Identity of a keyed list item. */
const keyOf = (item: unknown, keys: readonly string[]): string =>
  canonicalJson(keys.map((key) => own(item, key) ?? null))

function items({ path, value, old, schema }: Place): Place[] {
  if (!Array.isArray(value)) return []
  const keys = schema['x-orch-list-type'] === 'map' ? (schema['x-orch-list-map-keys'] ?? []) : undefined
  const before = new Map(keys && Array.isArray(old) ? old.map((item: unknown) => [keyOf(item, keys), item]) : [])
  return value.map((item: unknown, i) => ({
    path: `${path}[${i}]`,
    value: item,
    old: keys && before.get(keyOf(item, keys)),
    schema: itemSchema(schema) ?? {},
  }))
}

function members({ path, value, old, schema }: Place): Place[] {
  if (!isObject(value)) return []
  return Object.keys(value).flatMap((key) => {
    const place = { value: value[key], old: own(old, key), schema: propertyOf(schema, key) ?? valuesOf(schema) ?? {} }
    return [
      { ...place, path: path === '' ? key : `${path}.${key}` },
      { ...place, path: `${path}[${key}]` },
    ]
  })
}

const isWithin = (field: string, path: string): boolean =>
  field === path || (field.startsWith(path) && /^[.[]/.test(field.slice(path.length)))

/**
 * Whether the value at an error's path, or one that contains it, is unchanged. Items of keyed lists are correlated by key; those of other
 * lists count as new.
 */
export function isUnchanged(field: string, object: unknown, old: unknown, schema: JsonSchema): boolean {
  let place: Place | undefined = { path: '', value: object, old, schema }
  while (place) {
    if (place.path !== '' && place.old !== undefined && equal(place.value, place.old)) return true
    if (place.path === field) return false
    place = [...items(place), ...members(place)]
      .filter(({ path }) => isWithin(field, path))
      .sort((a, b) => b.path.length - a.path.length)[0]
  }
  return false
}
