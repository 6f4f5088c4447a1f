import { duplicate, invalid, FieldPath } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { goUntyped } from '../../machinery/go-untyped'
import { isObject } from '../../machinery/json'
import { canonicalJson } from '../../machinery/json-text'
import { itemSchema, propertyOf, valuesOf, type JsonSchema } from './definition'

/** Errors of duplicate items in sets and duplicate keys in keyed lists. Each duplicate is reported once. */
export function validateListTypes(value: unknown, schema: JsonSchema | undefined, at = FieldPath.root): FieldError[] {
  if (!schema) return []
  if (Array.isArray(value)) {
    const items = itemSchema(schema)
    return [
      ...listErrors(value, schema, at),
      ...(items ? value.flatMap((item, i) => validateListTypes(item, items, at.index(i))) : []),
    ]
  }
  if (!isObject(value)) return []
  const values = valuesOf(schema)
  return Object.keys(value).flatMap((key) => {
    const property = propertyOf(schema, key)
    return [
      ...(values ? validateListTypes(value[key], values, at.key(key)) : []),
      ...(property ? validateListTypes(value[key], property, at.child(key)) : []),
    ]
  })
}

function listErrors(list: readonly unknown[], schema: JsonSchema, at: FieldPath): FieldError[] {
  switch (schema['x-orch-list-type']) {
    case 'set':
      return repeated(list).map((i) =>
        duplicate(at.index(i), isObject(list[i]) || Array.isArray(list[i]) ? goUntyped(list[i]) : list[i]),
      )
    case 'map': {
      const stray = list.findIndex((item) => item !== null && !isObject(item))
      if (stray >= 0) return [invalid(at.index(stray), list[stray], 'must be an object for an array of list-type map')]
      const keys = list.map((item) => keyOf(item, schema['x-orch-list-map-keys'] ?? []))
      return repeated(keys).map((i) => duplicate(at.index(i), goUntyped(keys[i])))
    }
    default:
      return []
  }
}

function keyOf(item: unknown, names: readonly string[]): Record<string, unknown> {
  const key: Record<string, unknown> = {}
  if (isObject(item)) for (const name of names) if (Object.hasOwn(item, name)) key[name] = item[name]
  return key
}

/** Indexes of repeated items. */
function repeated(list: readonly unknown[]): number[] {
  const counts = new Map<string, number>()
  const positions: number[] = []
  list.forEach((item, i) => {
    const text = canonicalJson(item)
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    if (count === 2) positions.push(i)
  })
  return positions
}
